/** `npm run bench:imports`: how long it takes to import 100,000 customers from a file, and to undo the import. */
import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import { createImports } from '#domain/import/service.ts';
import type { Job } from '#domain/jobs/queue.ts';
import { systemClock } from '#server/clock.ts';
import { openDatabase } from '#server/database/client.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createIds } from '#server/ids.ts';
import { noJobs } from '#server/jobs/queue.ts';
import { noSecurityLog } from '#server/security-log.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';

const ROWS = Number(process.argv[2] ?? '100000');

const dataDir = await createTempDirectory('callboard-bench-');
const server = await startEmbedded({ dataDir, log: () => {} });
try {
  await migrate(server.url);
  const db = openDatabase({ url: server.url, poolSize: 4 });
  await bulkSeed(db, { customers: ROWS, leads: ROWS, calls: 1, orders: 1 });
  await db.pool.query('vacuum analyze');
  const jobs = { ...noJobs, enqueue: async () => 'job' };
  const deps = { db, log: eventLog, clock: systemClock, newId: createIds(systemClock), securityLog: noSecurityLog };
  const imports = createImports({ ...deps, jobs, accessOf: async () => SERVER_ACCESS });
  const at = systemClock.now();
  const user = await db.prisma.user.create({
    data: { id: 'bench', username: 'bench', email: 'bench@example.com', passwordHash: '', createdAt: at, updatedAt: at },
  });
  const viewer = {
    ...user,
    credential: { kind: 'session', id: '', expiresAt: new Date(), signedInAt: new Date() },
    access: SERVER_ACCESS,
  } as const;
  const time = async <Answer>(what: string, work: () => Promise<Answer>): Promise<Answer> => {
    const begun = performance.now();
    const answer = await work();
    process.stdout.write(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${what}\n`);
    return answer;
  };
  for (const entity of ['customer', 'lead'] as const) {
    // A third of them exist already.
    const lines = Array.from(
      { length: ROWS },
      (_, row) => `Person ${row},person${row * 2}@example.com,+49 30 ${row},Company ${row % 1_000}\n`,
    );
    async function* file() {
      yield Buffer.from('name,email,phone,company\n');
      for (let at = 0; at < lines.length; at += 1_000) yield Buffer.from(lines.slice(at, at + 1_000).join(''));
    }
    const upload = await time(`${ROWS} ${entity}s uploaded`, () => imports.upload(viewer, { noun: entity, fileName: 'bench.csv' }, file()));
    await time('checked', () => imports.dryRun(viewer, upload.id, { columns: upload.columns, replacements: [], emptyFields: [] }));
    const job: Job<{ importId: string }> = {
      id: 'job',
      input: { importId: upload.id },
      actorId: user.id,
      signal: new AbortController().signal,
      report: async () => undefined,
    };
    await imports.start(viewer, upload.id);
    await time('imported', () => imports.runJob(job));
    const done = await imports.find(viewer, upload.id);
    process.stdout.write(`          ${done?.created} new, ${done?.updated} changed\n`);
    await imports.undo(viewer, upload.id);
    await time('undone', () => imports.runJob(job));
  }
  await db.close();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
