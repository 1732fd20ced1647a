import type { FastifyInstance, FastifyRequest } from 'fastify';
import { printedSchema } from '#schema/sdl/printed-schema.ts';
import { serveExplorer, wantsExplorer } from '../explorer/explorer.ts';
import { rejectOtherMethods } from '../method-not-allowed.ts';
import { NotSignedIn } from '../rest/route.ts';
import type { Contexts } from '../viewer/contexts.ts';
import type { Viewers } from '../viewer/viewers.ts';
import type { Batch } from './batch.ts';
import type { MeteredContext } from './cost/admission.ts';
import { wantsDryRun } from './cost/dry-run.ts';
import { parseRequest } from './parse-request.ts';
import type { EventStream } from './subscriptions/event-stream.ts';
import type { GraphQL } from './yoga.ts';

interface GraphQLDoors {
  readonly graphql: GraphQL;
  readonly batch: Batch;
  readonly stream: EventStream;
  readonly viewers: Viewers;
  readonly contexts: Contexts;
}

/** `/graphql`: answers for programs, streams for those who ask for events, the explorer for browsers; and the printed schema. */
export function serveGraphQL(http: FastifyInstance, { graphql, batch, stream, viewers, contexts }: GraphQLDoors): void {
  const explorer = serveExplorer(http, viewers);
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (wantsExplorer(request)) return explorer(request, reply);
      const sent: unknown = request.method === 'POST' ? request.body : request.query;
      if (Array.isArray(sent)) {
        const header = (name: string, value: string) => void reply.header(name, value);
        const { status, body } = await batch(sent, { context: await contexts.ofRequest(request, reply), headers: request.headers, header });
        return reply.code(status).send(body);
      }
      const asked = parseRequest(sent);
      const context: MeteredContext = {
        ...(await contexts.ofRequest(request, reply)),
        dryRun: wantsDryRun(request.headers, asked.extensions),
        answer: { cost: null, header: (name, value) => void reply.raw.setHeader(name, value) },
      };
      // From here on the answer is written on the raw response; the body was read, bounded and parsed.
      reply.hijack();
      if (wantsStream(request) && (await stream(request.raw, reply.raw, asked, context))) return;
      await graphql(Object.assign(request.raw, { body: request.body }), reply.raw, context);
    },
  });

  rejectOtherMethods(http, [
    { method: 'GET', path: '/graphql' },
    { method: 'POST', path: '/graphql' },
  ]);

  http.get('/schema.graphql', async (request, reply) => {
    if (!(await viewers.authenticate(request.raw))) throw new NotSignedIn();
    return reply.type('text/plain; charset=utf-8').send(printedSchema());
  });
}

const wantsStream = ({ raw: { headers } }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') === true;
