import type { FastifyInstance } from 'fastify';
import { Invalid } from '#domain/failures.ts';
import { countResponseBytes, readLimitReached, runMetered } from '#server/database/read-meter.ts';
import { jsonSize } from '../graphql/response-size.ts';
import { rejectOtherMethods } from '../method-not-allowed.ts';
import type { Contexts } from '../viewer/contexts.ts';
import { nameInvalidField } from './name-invalid-field.ts';
import type { Charge } from './rate-limit.ts';
import { type RequestParams, type Route, RowAnswer } from './route.ts';
import { REST_ROUTES } from './table.ts';

interface RestOptions {
  readonly contexts: Contexts;
  readonly charge: Charge;
  /** Bytes an answer may have. */
  readonly responseBytes: number;
}

/** `/api`: each row of the table answers at its path. */
export function serveRest(http: FastifyInstance, { contexts, charge, responseBytes }: RestOptions): void {
  for (const { method, path, status, price, admit, run } of REST_ROUTES) {
    http.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const context = await contexts.ofRequest(request, reply);
        admit(context.viewer);
        const { shortCircuit: instead, rows, more } = charge(request, reply, context.viewer, price);
        if (instead) return reply.send(instead);
        const body = readBody(request.body);
        const { params, query, headers } = request;
        const asked = {
          context: { ...context, charge: more },
          services: context.services,
          params,
          query,
          body,
          ifMatch: headers['if-match'],
        };
        // A change may read what it needs; only what is listed is bounded while it is read.
        const answer = await (method === 'GET' ? runMetered(responseBytes, () => answerOf(run, asked)) : answerOf(run, asked));
        if (answer instanceof RowAnswer) return reply.code(status).header('etag', answer.entityTag).send(answer.body);
        // What was changed is not refused any more.
        const tooLarge = method === 'GET' ? countResponseBytes(jsonSize(answer), responseBytes) : null;
        if (tooLarge) throw tooLarge;
        if (Array.isArray(answer)) rows(answer.length);
        return reply.code(status).send(answer);
      },
    });
  }
  rejectOtherMethods(http, REST_ROUTES);
}

async function answerOf(run: Route['run'], asked: RequestParams<unknown, unknown>): Promise<unknown> {
  try {
    return await run(asked);
  } catch (error) {
    // Prisma wraps what its driver throws.
    throw readLimitReached() ?? nameInvalidField(error);
  }
}

/** What services read: an object, empty when nothing was sent. */
function readBody(body: unknown): object {
  if (typeof (body ?? {}) !== 'object' || Array.isArray(body))
    throw new Invalid([{ path: '', message: 'The body must be a JSON object.' }]);
  return { ...(body ?? {}) };
}
