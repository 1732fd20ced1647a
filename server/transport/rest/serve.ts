import type { FastifyInstance } from 'fastify';
import { Invalid } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import { countResponseBytes, readLimitReached, runMetered } from '#server/database/read-meter.ts';
import { jsonSize } from '../graphql/response-size.ts';
import { rejectOtherMethods } from '../paths.ts';
import type { Contexts } from '../viewer/contexts.ts';
import type { ChargeCost } from './rate-limit.ts';
import { REFERENCED_NOUNS, withReadableIds } from './readable-ids.ts';
import { type RequestParams, type Route, RowResponse } from './route.ts';
import { REST_ROUTES } from './table.ts';

interface RestOptions {
  readonly contexts: Contexts;
  readonly chargeCost: ChargeCost;
  /** Bytes a response may have. */
  readonly responseBytes: number;
}

/** `/api`: serves each row of the table of routes. */
export function serveRest(http: FastifyInstance, { contexts, chargeCost, responseBytes }: RestOptions): void {
  for (const { method, path, status, price, authorize, run } of REST_ROUTES) {
    http.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const context = await contexts.forRequest(request, reply);
        authorize(context.viewer);
        const { shortCircuit, chargeRows, chargeMore } = chargeCost(request, reply, context.viewer, price);
        if (shortCircuit) return reply.send(shortCircuit);
        const body = readBody(request.body);
        const { params, query, headers } = request;
        const routeParams = {
          context: { ...context, charge: chargeMore },
          services: context.services,
          params,
          query,
          body,
          ifMatch: headers['if-match'],
        };
        // Writes may read what they need; only lists are limited while they are read.
        const answer = await (method === 'GET' ? runMetered(responseBytes, () => runRoute(run, routeParams)) : runRoute(run, routeParams));
        const readable = (body: unknown) => (readsEverything(context.viewer) ? body : withReadableIds(body, context.loaders));
        if (answer instanceof RowResponse)
          return reply
            .code(status)
            .header('etag', answer.entityTag)
            .send(await readable(answer.body));
        const result = await readable(answer);
        // A write that was done is not rejected any more.
        const tooLarge = method === 'GET' ? countResponseBytes(jsonSize(result), responseBytes) : null;
        if (tooLarge) throw tooLarge;
        if (Array.isArray(result)) chargeRows(result.length);
        return reply.code(status).send(result);
      },
    });
  }
  rejectOtherMethods(http, REST_ROUTES);
}

/** Whether there is no row that somebody may not read, so that no id needs to be looked at. */
const readsEverything = (viewer: Viewer | null): boolean => REFERENCED_NOUNS.every((noun) => viewer?.access.rows(noun).kind === 'all');

async function runRoute(run: Route['run'], params: RequestParams<unknown, unknown>): Promise<unknown> {
  try {
    return await run(params);
  } catch (error) {
    // Prisma wraps what its driver throws, so the limit on reads is looked up instead.
    throw readLimitReached() ?? nameInvalidField(error);
  }
}

/** The body as an object, empty when nothing was sent. */
function readBody(body: unknown): object {
  if (typeof (body ?? {}) !== 'object' || Array.isArray(body))
    throw new Invalid([{ path: '', message: 'The body must be a JSON object.' }]);
  return { ...(body ?? {}) };
}

/** Messages that fit any field are prefixed with the field's name. */
const GENERIC_MESSAGE = /^(Must |Please keep this |At most [\d,]+$|Too (big|small)|Invalid (input|option|key|string)|Unrecognized )/;

/**
 * Adds the field to the message of an invalid body, path or query, since clients of these routes get the message alone. Messages
 * that name their field, such as “Name is required”, stay as they are.
 */
function nameInvalidField(error: unknown): unknown {
  if (!(error instanceof Invalid)) return error;
  const [{ path, message }, ...others] = error.issues;
  return path !== '' && GENERIC_MESSAGE.test(message) ? new Invalid([{ path, message: `${path}: ${message}` }, ...others]) : error;
}
