import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventType } from '#domain/domain-events.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Viewer } from '../viewer.ts';
import { addDays } from './calendar.ts';
import { MAX_AGE_MS } from './result-cache.ts';

let app: TestApp;
let ada: Viewer;
let grace: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  grace = await signUpViewer(app, 'grace');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(MAX_AGE_MS);
  await sequenced();
});

/** Waits until every event has its number: until then an event counts as a change. */
const sequenced = () =>
  expect
    .poll(async () => (await app.container.db.pool.query('select 1 from events where seq is null')).rowCount, { timeout: 15_000 })
    .toBe(0);

async function happens(kind: EventType) {
  await app.container.db.pool.query(`insert into events (kind, subject_type, subject_id, at) values ($1, 'test', 'x', now())`, [kind]);
  app.container.db.committed();
  await sequenced();
}

async function readAll() {
  const { shown } = app.container.services.analytics.over(ada, { period: 'all_time' }, 'UTC');
  await shown.leads();
  await shown.sales();
  await shown.calls();
  await shown.replies();
}

const tablesOfRead = async () => [...new Set(await tablesRead(app.container.db, readAll))].toSorted();

describe('the cached numbers', () => {
  it('are read once, and stay during a live call and all that does not change them', async () => {
    expect(await tablesOfRead()).toEqual(['ai_responses', 'leads', 'shopify_orders', 'transcriptions']);
    for (const kind of ['live_call.updated', 'live_call.alerted', 'customer.updated', 'notification.added'] as const) {
      await happens(kind);
      expect(await tablesOfRead()).toEqual([]);
    }
  });

  it.each([
    ['lead.moved', ['leads', 'shopify_orders']],
    ['leads.imported', ['leads', 'shopify_orders']],
    ['order.updated', ['leads', 'shopify_orders']],
    ['transcription.added', ['transcriptions']],
    ['reply.used', ['ai_responses']],
  ] as const)('are counted again where %s changed them, and nothing else is', async (kind, tables) => {
    await readAll();
    await happens(kind);
    expect(await tablesOfRead()).toEqual(tables);
    expect(await tablesOfRead()).toEqual([]);
  });

  it('always hold one’s own write', async () => {
    for (let total = 1; total <= 20; total += 1) {
      const lead = await app.container.services.leads.create(ada, { name: `Lead ${total}` });
      const shown = () => app.container.services.analytics.over(ada, { period: 'all_time' }, 'UTC').shown;
      expect(await shown().leads()).toMatchObject({ total, won: total - 1 });
      await app.container.services.leads.move(ada, lead.id, 'won');
      expect(await shown().leads()).toMatchObject({ total, won: total });
      expect((await shown().sales()).wonDeals).toBe(total);
    }
  });
});

/** The answers of the assistant on one day, each day being a range of its own. */
const repliesOn = (viewer: Viewer, day: number) => {
  const from = addDays('2020-01-01', day);
  return app.container.services.analytics.over(viewer, { from, to: from }, 'UTC').shown.replies();
};

describe('custom ranges', () => {
  it('of one person run two at once on the connections of analyst queries, 50 wait, and periods wait for none of them', async () => {
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table ai_responses in access exclusive mode');
    const refusals: unknown[] = [];
    const requests = Array.from({ length: 60 }, (_, day) => repliesOn(ada, day).catch((error: unknown) => refusals.push(error)));
    try {
      await expect.poll(() => refusals.length).toBe(8);
      for (const refusal of refusals)
        expect(refusal).toMatchObject({
          code: 'TOO_MANY_IN_PROGRESS',
          message:
            'At most 2 queries with `where`, `orderBy`, groups or a custom date range may run at once per person. Try again when one has finished.',
        });
      const underWay = async () => {
        // A transaction sees the activity of its first look until it looks anew.
        await blocker.query('select pg_stat_clear_snapshot()');
        const { rows } = await blocker.query(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%from ai_responses%'`,
        );
        return rows;
      };
      await expect.poll(underWay).toEqual([{ count: 2 }]);
      expect(await app.container.services.analytics.over(ada, { period: 'this_year' }, 'UTC').shown.leads()).toMatchObject({
        total: expect.any(Number),
      });
    } finally {
      await blocker.query('rollback');
      await blocker.end();
      await Promise.all(requests);
    }
  });

  it('are cached for each person up to a limit, and never evict a named period', async () => {
    await readAll();
    expect(await tablesRead(app.container.db, () => repliesOn(ada, 0))).toEqual(['ai_responses']);
    expect(await tablesRead(app.container.db, () => repliesOn(ada, 0))).toEqual([]);
    expect(await tablesRead(app.container.db, () => repliesOn(grace, 0))).toEqual(['ai_responses']);
    for (let day = 1; day <= 100; day += 1) await repliesOn(ada, day);
    expect(await tablesRead(app.container.db, () => repliesOn(ada, 100))).toEqual([]);
    expect(await tablesRead(app.container.db, () => repliesOn(ada, 0))).toEqual(['ai_responses']);
    expect(await tablesOfRead()).toEqual([]);
  });
});
