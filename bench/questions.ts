/** `npm run bench:questions`: how long filtered lists and aggregates take over 10,000 and over 1,000,000 leads. */

import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Aggregate, AggregateName } from '#domain/query/aggregates.ts';
import type { ListQuery } from '#domain/query/lists.ts';
import { createQueryService } from '#domain/query/service.ts';
import { SERVER } from '#domain/viewer.ts';
import { systemClock } from '#server/clock.ts';
import { openDatabase } from '#server/database/client.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';

const SIZES = (process.argv[2] ?? '10000,1000000').split(',').map(Number);
const ROUNDS = 9;

const dataDir = await createTempDirectory('callboard-bench-');
const server = await startEmbedded({ dataDir, durable: false, log: () => {} });
try {
  for (const size of SIZES) await measure(size);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(leads: number): Promise<void> {
  const url = new URL(server.url);
  const admin = openDatabase({ url: server.url, poolSize: 1, statementTimeout: 0 });
  await admin.pool.query(`create database bench_${leads}`);
  await admin.close();
  url.pathname = `/bench_${leads}`;
  await migrate(url.href);
  const builder = openDatabase({ url: url.href, poolSize: 1, statementTimeout: 0 });
  await bulkSeed(builder, { customers: leads / 10, leads, calls: leads / 10, orders: leads / 2 });
  await builder.pool.query('vacuum analyze');
  await builder.close();

  const db = openDatabase({ url: url.href, poolSize: 4 });
  const analyst = createQueryService({ db, clock: systemClock });
  const time = async (what: string, query: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      await query();
      times.push(performance.now() - begun);
    }
    const [middle = 0] = times.toSorted((one, other) => one - other).slice(Math.floor(ROUNDS / 2));
    process.stdout.write(`${String(leads).padStart(8)} leads  ${middle.toFixed(1).padStart(8)} ms  ${what}\n`);
  };
  const list =
    (question: ListQuery, first = 50) =>
    () =>
      analyst.leads.page(SERVER, question, { first });
  const number = (of: AggregateName, field: string | null = null, where: object | null = null): Aggregate => ({ of, field, where });

  await time('50 newest leads with their customers', async () => {
    const { rows } = await analyst.leads.page(SERVER, { where: {} }, { first: 50 });
    await db.prisma.customer.findMany({ where: { id: { in: rows.flatMap(({ customerId }) => customerId ?? []) } } });
  });
  await time('50 customers, 3 won leads of each by value', async () => {
    const { rows } = await analyst.customers.page(SERVER, { where: {} }, { first: 50 });
    const question = { where: { stage: { eq: 'won' } }, orderBy: [{ field: 'value', direction: 'DESC' } as const] };
    await analyst.leads.pages(
      null,
      'customerId',
      rows.map(({ id }) => id),
      question,
      { first: 3 },
    );
  });
  await time('newest leads, name contains "elodie 99"', list({ where: { name: { contains: 'elodie 99' } } }));
  await time('newest leads, name contains "grace"', list({ where: { name: { contains: 'grace' } } }));
  await time('newest leads whose customer is called Müller', list({ where: { customer: { name: { contains: 'muller' } } } }));
  await time('newest leads with an unhappy call', list({ where: { transcriptions: { some: { sentiment: { eq: 'negative' } } } } }));
  await time('leads by value, the highest first', list({ orderBy: [{ field: 'value', direction: 'DESC' }] }));
  await time(
    'leads by their customer’s name, then value',
    list({ orderBy: [{ field: 'customerName' }, { field: 'value', direction: 'DESC' }] }),
  );
  await time('page 1,000 of the newest leads', async () => {
    const id = `l${String(Math.max(1, leads - 50_000)).padStart(7, '0')}`;
    const cursor = Buffer.from(JSON.stringify(['lead by id-', id])).toString('base64url');
    await analyst.leads.page(SERVER, { where: {} }, { first: 50, after: cursor });
  });
  await time('groups: value by stage and month', () =>
    analyst.groups(SERVER, 'lead', {
      by: [{ field: 'stage' }, { field: 'createdAt', bucket: 'MONTH', timeZone: 'Europe/Berlin' }],
      aggregates: [number('COUNT'), number('SUM', 'value')],
    }),
  );
  await time('groups: win rate by source', () =>
    analyst.groups(SERVER, 'lead', {
      by: [{ field: 'source' }],
      aggregates: [number('COUNT'), number('SHARE', null, { stage: { eq: 'won' } })],
    }),
  );
  await time('groups: revenue per customer, the top 10', () =>
    analyst.groups(SERVER, 'order', {
      by: [{ field: 'customerId' }],
      orderBy: [{ aggregate: 'SUM', field: 'totalPrice', direction: 'DESC' }],
      first: 10,
      aggregates: [number('SUM', 'totalPrice')],
    }),
  );
  await time('groups: leads by their customer’s company', () =>
    analyst.groups(SERVER, 'lead', { by: [{ field: 'customerCompany' }], aggregates: [number('COUNT'), number('SUM', 'value')] }),
  );
  await time('groups: leads by hour of a zone', () =>
    analyst.groups(SERVER, 'lead', {
      by: [{ field: 'createdAt', bucket: 'HOUR', timeZone: 'America/New_York' }],
      aggregates: [number('COUNT')],
    }),
  );
  await db.close();
}
