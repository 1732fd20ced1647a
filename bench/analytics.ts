/**
 * `npm run bench:analytics`: how long the Analytics screen's queries take with 10,000 and with 1,000,000 leads and orders, and
 * a tenth as many calls and AI responses, in its own database: the median and the worst of nine runs, all uncached.
 */

import type { Pool } from 'pg';
import { MAX_AGE_MS } from '#domain/analytics/result-cache.ts';
import { createAnalytics } from '#domain/analytics/service.ts';
import { SERVER } from '#domain/viewer.ts';
import { openDatabase } from '#server/database/client.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { withTempDatabase } from '#server/database/with-temp-database.ts';

const ROUNDS = 9;
const SIZES = [10_000, 1_000_000];
const RANGES = ['all_time', 'this_year', 'this_month'] as const;

/** A random time in the last three years, more often a recent one. */
const WHEN = `now() - make_interval(secs => random() * random() * 94608000)`;
const rows = (count: number) => `(select n, ${WHEN} as at from generate_series(1, ${count}) n offset 0) as row`;

const FILL = (size: number) => [
  'truncate leads, shopify_orders, transcriptions, ai_responses cascade',
  `insert into leads (id, name, stage, stage_changed_at, value, created_at, updated_at)
   select n, 'Lead', (enum_range(null::"LeadStage"))[1 + n % 6], at, 100.25, at, at from ${rows(size)}`,
  `insert into shopify_orders (id, shopify_order_id, order_number, total_price, currency, status, created_at, updated_at)
   select n, n, '1', n % 90000 / 100.0, case when n % 10 = 0 then 'EUR' else 'USD' end,
     (array['paid', 'pending', 'shipped', 'delivered', 'cancelled'])[1 + n % 5], at, at from ${rows(size)}`,
  `insert into transcriptions (id, content, type, sentiment, created_at)
   select n, 'Hello', (array['sales', 'support'])[1 + n % 2], (array['positive', 'neutral', 'negative'])[1 + n % 3], at from ${rows(size / 10)}`,
  `insert into ai_responses (id, customer_request, generated_response, response_type, confidence, engine, used, created_at)
   select n, 'Hi', 'Hello', 'sales', 0.5, 'offline', n % 3 = 0, at from ${rows(size / 10)}`,
];

async function measure(pool: Pool, query: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  await query();
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await query();
    times.push(performance.now() - begin);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return `median ${sorted[ROUNDS >> 1]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms (${pool.totalCount} connections)`;
}

await withTempDatabase(async (url) => {
  await migrate(url);
  const db = openDatabase({ url, poolSize: 10, statementTimeout: 0 });
  // A clock that advances past the cache's lifetime at every read, so that nothing is served from the cache.
  let now = Date.now();
  const clock = {
    now: () => {
      now += MAX_AGE_MS;
      return new Date(now);
    },
  };
  for (const size of SIZES) {
    for (const text of FILL(size)) await db.pool.query(text);
    for (const state of ['just written', 'vacuumed']) {
      if (state === 'vacuumed') await db.pool.query('vacuum analyze');
      for (const period of RANGES) {
        const all = async () => {
          const { shown, weeks } = createAnalytics({ db, clock }).over(SERVER, { period }, 'Europe/Berlin');
          await Promise.all([shown.leads(), shown.sales(), shown.calls(), shown.replies(), weeks()]);
        };
        process.stdout.write(`${size.toLocaleString('en-US')} rows, ${state}, ${period}: ${await measure(db.pool, all)}\n`);
      }
    }
  }
  await db.close();
});
