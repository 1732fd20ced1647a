import type { FastifyInstance, FastifyRequest } from 'fastify';
import { printedSchema } from '#schema/sdl/printed-schema.ts';
import { NotSignedIn } from '../errors.ts';
import type { EventStream } from '../event-streams/event-streams.ts';
import { serveExplorer, wantsExplorer } from '../explorer/explorer.ts';
import { rejectOtherMethods } from '../paths.ts';
import type { Contexts } from '../viewer/contexts.ts';
import type { Viewers } from '../viewer/viewers.ts';
import type { Batch } from './batch.ts';
import { isDryRun, type MeteredContext } from './cost/cost-limit.ts';
import { parseRequest } from './prepare-operation.ts';
import type { GraphQL } from './yoga.ts';

interface GraphQLHandlers {
  readonly graphql: GraphQL;
  readonly batch: Batch;
  readonly stream: EventStream;
  readonly viewers: Viewers;
  readonly contexts: Contexts;
}

/** `/graphql`: JSON for programs, event streams on request, the explorer for browsers; and the printed schema. */
export function serveGraphQL(http: FastifyInstance, { graphql, batch, stream, viewers, contexts }: GraphQLHandlers): void {
  const explorer = serveExplorer(http, viewers);
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (wantsExplorer(request)) return explorer(request, reply);
      const input: unknown = request.method === 'POST' ? request.body : request.query;
      if (Array.isArray(input)) {
        const header = (name: string, value: string) => void reply.header(name, value);
        const { status, body } = await batch(input, {
          context: await contexts.forRequest(request, reply),
          headers: request.headers,
          header,
        });
        return reply.code(status).send(body);
      }
      const operation = parseRequest(input);
      const context: MeteredContext = {
        ...(await contexts.forRequest(request, reply)),
        dryRun: isDryRun(request.headers, operation.extensions),
        response: { cost: null, header: (name, value) => void reply.raw.setHeader(name, value) },
      };
      // From here on the raw response is written; the body was read, bounded and parsed.
      reply.hijack();
      if (wantsStream(request) && (await stream(request.raw, reply.raw, operation, context))) return;
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
