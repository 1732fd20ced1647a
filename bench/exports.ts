/** `npm run bench:exports`: how long it takes to export 1,000,000 leads, and how much memory. */

import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createExports, type ExportRequestOptions } from '#domain/export/service.ts';
import { SERVER } from '#domain/viewer.ts';
import { systemClock } from '#server/clock.ts';
import { openDatabase } from '#server/database/client.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { noSecurityLog } from '#server/security-log.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';

const LEADS = Number(process.argv[2] ?? '1000000');
const MIB = 1_048_576;

const dataDir = await createTempDirectory('callboard-bench-');
const server = await startEmbedded({ dataDir, durable: false, log: () => {} });
try {
  await migrate(server.url);
  const db = openDatabase({ url: server.url, poolSize: 2, statementTimeout: 0 });
  await bulkSeed(db, { customers: LEADS / 10, leads: LEADS, calls: 1, orders: 1 });
  await db.pool.query('vacuum analyze');
  const exports = createExports({
    ...{ url: server.url, db, clock: systemClock, securityLog: noSecurityLog },
    // No event: this database has no user it could name.
    log: { append: async () => {}, appendAll: async () => {} },
  });
  const measure = async (what: string, order: Partial<ExportRequestOptions>, zipped = false) => {
    let bytes = 0;
    let peak = 0;
    const before = process.memoryUsage().rss;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage().rss);
        done();
      },
    });
    const begun = performance.now();
    const standard = { noun: 'lead', format: 'jsonl', bom: false, list: {}, columns: null, relations: false, groups: null } as const;
    const { content, written } = await exports.open(SERVER, { ...standard, ...order }, new AbortController().signal);
    const rows = Readable.from(content, { highWaterMark: 1 });
    await (zipped ? pipeline(rows, createGzip({ level: 4 }), sink) : pipeline(rows, sink));
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1).padStart(5);
    const memory = `${Math.round(before / MIB)} MiB before, ${Math.round(peak / MIB)} MiB at most`;
    process.stdout.write(`${seconds} s  ${written()} rows, ${Math.round(bytes / MIB)} MiB; memory ${memory}  ${what}\n`);
  };
  await measure('JSON Lines', {});
  await measure('CSV', { format: 'csv' });
  await measure('CSV, gzipped', { format: 'csv' }, true);
  await measure('CSV with the columns of customers', { format: 'csv', relations: true });
  await measure('JSON Lines by value', { list: { orderBy: [{ field: 'value', direction: 'DESC' }] } });
  await db.close();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
