import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PRICES } from '#domain/prices.ts';
import { isInput } from '#domain/query/invalid-input.ts';
import type { AppContainer } from '#server/container.ts';
import { destroyWhenStalled } from '#server/destroy-when-stalled.ts';
import { NotSignedIn } from '../errors.ts';
import type { ChargeCost } from '../rest/rate-limit.ts';
import type { Viewers } from '../viewer/viewers.ts';
import { readExport } from './parse-export-request.ts';

/** The trailer with the number of rows. */
const COUNT = 'Callboard-Rows';

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*(gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(String(headers['accept-encoding'] ?? ''));

/**
 * `/export`: every row of a list or all its groups as a file (docs/export-import.md). An error breaks the connection,
 * so that a partial file is never mistaken for a complete one.
 */
export function serveExport(
  http: FastifyInstance,
  { exports, log, config }: Pick<AppContainer, 'exports' | 'log' | 'config'>,
  viewers: Viewers,
  chargeCost: ChargeCost,
): { close(): void } {
  const closing = new AbortController();
  http.route({
    method: ['GET', 'POST'],
    url: '/export',
    // A file nobody reads would never come to its end, and keep its connection to the database.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const viewer = await viewers.authenticateAndRefresh(request.raw, (header) => reply.raw.setHeader('set-cookie', header));
      if (!viewer) throw new NotSignedIn();
      const { shortCircuit: instead } = chargeCost(request, reply, viewer, PRICES.file);
      if (instead) return reply.send(instead);
      const order = readExport({ ...(isInput(request.query) ? request.query : {}), ...(isInput(request.body) ? request.body : {}) });
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      const signal = AbortSignal.any([disconnected.signal, closing.signal]);
      const file = await exports.open(viewer, order, signal);
      reply.hijack();
      const { raw } = reply;
      const zipped = takesGzip(request);
      raw.writeHead(200, {
        'content-type': file.type,
        'content-disposition': `attachment; filename="${file.name}"`,
        'x-total-count': String(file.total),
        trailer: COUNT,
        vary: 'accept-encoding',
        ...(zipped && { 'content-encoding': 'gzip' }),
      });
      async function* counted() {
        yield* file.content;
        raw.addTrailers({ [COUNT]: String(file.written()) });
      }
      const rows = Readable.from(counted(), { highWaterMark: 1 });
      const stopWatching = destroyWhenStalled(raw, config.EXPORT_STALL_TIMEOUT_MS);
      try {
        await (zipped ? pipeline(rows, createGzip({ level: 4 }), raw, { signal }) : pipeline(rows, raw, { signal }));
      } catch (error) {
        raw.destroy();
        if (!signal.aborted) log.error({ error }, 'An export broke off');
      } finally {
        stopWatching();
      }
    },
  });
  return { close: () => closing.abort() };
}
