import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { escapeFormulas } from '#contract/export.ts';
import { noticesOf } from '#contract/import.ts';
import { Forbidden, Invalid, NEEDS_WRITE, NotFound } from '#domain/failures.ts';
import { demandSize } from '#domain/import/spool-file.ts';
import { parse } from '#domain/parse.ts';
import { PRICES } from '#domain/prices.ts';
import { onlyReads } from '#domain/viewer.ts';
import type { AppContainer } from '#server/container.ts';
import type { Charge } from '../rest/rate-limit.ts';
import { ById, NotSignedIn } from '../rest/route.ts';
import type { Viewers } from '../viewer/viewers.ts';

const Asked = z.object({ noun: z.string('Say `noun=customer` or `noun=lead`.'), name: z.string().default('file.csv') });
const LOT = 2_000;

/** The doors for files: `POST /import` takes one as it comes, `GET /import/:id/report` tells what became of each row. */
export function serveImport(http: FastifyInstance, { services }: Pick<AppContainer, 'services'>, viewers: Viewers, charge: Charge): void {
  const viewerOf = async (request: FastifyRequest) => {
    const viewer = await viewers.authenticate(request.raw);
    if (!viewer) throw new NotSignedIn();
    return viewer;
  };
  http.register(async (door) => {
    door.removeAllContentTypeParsers();
    // The file is read as it comes, and counted while it does.
    door.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));
    door.post('/import', async (request, reply) => {
      // What follows a refusal is not read: the connection ends with it, and not before it.
      reply.header('connection', 'close');
      const viewer = await viewerOf(request);
      if (onlyReads(viewer)) throw new Forbidden(NEEDS_WRITE);
      const { shortCircuit: instead } = charge(request, reply, viewer, PRICES.file);
      if (instead) return reply.send(instead);
      const { noun, name } = parse(Asked, request.query);
      if (!(request.body instanceof Readable)) throw new Invalid([{ path: '', message: 'Send the file as text/csv.' }]);
      demandSize(Number(request.headers['content-length'] ?? 0));
      const upload = request.body.iterator({ destroyOnReturn: false });
      const taken = await services.imports.take(viewer, { noun, fileName: name }, upload);
      reply.removeHeader('connection');
      const { id, header, columns, total, encoding, separator } = taken;
      return reply.code(201).send({ id, header, columns, notices: noticesOf(taken.entityType, header), total, encoding, separator });
    });
  });
  http.get('/import/:id/report', async (request, reply) => {
    const { shortCircuit: instead } = charge(request, reply, await viewerOf(request), PRICES.file);
    if (instead) return reply.send(instead);
    const { id } = parse(ById, request.params);
    const found = await services.imports.find(id);
    if (!found) throw new NotFound('Import', id);
    async function* lines() {
      yield stringify([['row', 'outcome', 'problem', 'id']]);
      for (let after = 0; ; ) {
        const rows = await services.imports.report(id, after, LOT);
        const last = rows.at(-1);
        if (!last) return;
        yield stringify(
          rows.map(({ number, outcome, problem, rowId }) => [String(number), outcome ?? '', escapeFormulas(problem ?? ''), rowId ?? '']),
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
