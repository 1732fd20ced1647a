import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { escapeFormulas } from '#contract/export.ts';
import { noticesOf } from '#contract/import.ts';
import { Forbidden, Invalid, NEEDS_WRITE, NotFound } from '#domain/failures.ts';
import { assertUploadSize } from '#domain/import/upload.ts';
import { parse } from '#domain/parse.ts';
import { PRICES } from '#domain/prices.ts';
import { onlyReads } from '#domain/viewer.ts';
import type { AppContainer } from '#server/container.ts';
import { NotSignedIn } from '../errors.ts';
import type { ChargeCost } from '../rest/rate-limit.ts';
import { ById } from '../rest/route.ts';
import type { Viewers } from '../viewer/viewers.ts';

const UploadParams = z.object({ noun: z.string('Add `noun=customer` or `noun=lead`.'), name: z.string().default('file.csv') });
const REPORT_BATCH = 2_000;

/** `POST /import` uploads a file, `GET /import/:id/report` downloads the outcome of each row. */
export function serveImport(
  http: FastifyInstance,
  { services }: Pick<AppContainer, 'services'>,
  viewers: Viewers,
  chargeCost: ChargeCost,
): void {
  const viewerOf = async (request: FastifyRequest) => {
    const viewer = await viewers.authenticate(request.raw);
    if (!viewer) throw new NotSignedIn();
    return viewer;
  };
  http.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    // The file is streamed, and its size is checked on the way.
    uploads.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));
    uploads.post('/import', async (request, reply) => {
      // A rejected upload is not read to its end: the connection closes after the response.
      reply.header('connection', 'close');
      const viewer = await viewerOf(request);
      if (onlyReads(viewer)) throw new Forbidden(NEEDS_WRITE);
      const { shortCircuit } = chargeCost(request, reply, viewer, PRICES.file);
      if (shortCircuit) return reply.send(shortCircuit);
      const { noun, name } = parse(UploadParams, request.query);
      if (!(request.body instanceof Readable)) throw new Invalid([{ path: '', message: 'Send the file as text/csv.' }]);
      assertUploadSize(Number(request.headers['content-length'] ?? 0));
      const content = request.body.iterator({ destroyOnReturn: false });
      const uploaded = await services.imports.upload(viewer, { noun, fileName: name }, content);
      reply.removeHeader('connection');
      const { id, header, columns, total, encoding, separator } = uploaded;
      return reply.code(201).send({ id, header, columns, notices: noticesOf(uploaded.entityType, header), total, encoding, separator });
    });
  });
  http.get('/import/:id/report', async (request, reply) => {
    const viewer = await viewerOf(request);
    const { shortCircuit } = chargeCost(request, reply, viewer, PRICES.file);
    if (shortCircuit) return reply.send(shortCircuit);
    const { id } = parse(ById, request.params);
    const found = await services.imports.find(viewer, id);
    if (!found) throw new NotFound('Import', id);
    async function* lines() {
      yield stringify([['row', 'outcome', 'problem', 'id']]);
      for (let after = 0; ; ) {
        const rows = await services.imports.listRows(id, after, REPORT_BATCH);
        const last = rows.at(-1);
        if (!last) return;
        yield stringify(
          rows.map(({ number, outcome, problem, note, rowId }) => [
            String(number),
            outcome ?? '',
            escapeFormulas(problem ?? note ?? ''),
            rowId ?? '',
          ]),
        );
        after = last.number;
      }
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="import-report.csv"`)
      .send(Readable.from(lines()));
  });
}
