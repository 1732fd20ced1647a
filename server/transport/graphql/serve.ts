import type { FastifyInstance, FastifyRequest } from 'fastify';
import { printedSchema } from '#schema/sdl/printed-schema.ts';
import { NotSignedIn } from '../errors.ts';
import type { EventStream } from '../event-streams/event-streams.ts';
import { serveExplorer, wantsExplorer } from '../explorer/explorer.ts';
import { rejectOtherMethods } from '../paths.ts';
import type { Contexts } from '../viewer/contexts.ts';
import type { Viewers } from '../viewer/viewers.ts';
import type { Batch } from './batch.ts';
import type { CompiledReads } from './compiled-reads/compiled-reads.ts';
import { isDryRun, type MeteredContext } from './cost/cost-limit.ts';
import { parseRequest } from './prepare-operation.ts';
import type { GraphQL } from './yoga.ts';

interface GraphQLHandlers {
  readonly graphql: GraphQL;
  readonly compiledReads: CompiledReads;
  readonly batch: Batch;
  readonly stream: EventStream;
  readonly viewers: Viewers;
  readonly contexts: Contexts;
}

/** `/graphql`: JSON for programs, event streams on request, the explorer for browsers; and the printed schema. */
export function serveGraphQL(http: FastifyInstance, { graphql, compiledReads, batch, stream, viewers, contexts }: GraphQLHandlers): void {
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
      const mediaType = compiledMediaType(request);
      const answer = mediaType ? await compiledReads(operation, context) : null;
      if (mediaType && answer?.body) {
        reply.raw.writeHead(200, { 'content-type': `${mediaType}; charset=utf-8`, 'content-length': answer.body.length });
        reply.raw.end(answer.body);
        return;
      }
      await graphql(Object.assign(request.raw, { body: request.body }), reply.raw, { ...context, admitted: answer?.admitted });
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

const PARAMETERS = new Set(['query', 'variables', 'operationName', 'extensions']);

/** The media type of a response that is written here; null for requests whose headers or parameters Yoga has to judge. */
function compiledMediaType({ method, body, headers }: FastifyRequest): 'application/json' | 'application/graphql-response+json' | null {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return null;
  if (typeof body !== 'object' || body === null || !Object.keys(body).every((name) => PARAMETERS.has(name))) return null;
  const [accepted, parameters] = (headers.accept?.split(',', 1)[0] ?? '*/*').trim().toLowerCase().split(';');
  if (parameters?.includes('charset')) return null;
  if (accepted === 'application/graphql-response+json') return accepted;
  return accepted === 'application/json' || accepted === '*/*' ? 'application/json' : null;
}

const wantsStream = ({ raw: { headers } }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') === true;
