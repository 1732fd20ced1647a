import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FactKind } from '#domain/facts.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { colleague } from '#server/testing/stories.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';
import type { Viewer } from '../viewer.ts';
import { MAX_AGE_MS } from './result-cache.ts';

let home: TestWorld;
let ada: Viewer;
beforeAll(async () => {
  home = await openWorld();
  ada = await colleague(home, 'ada');
});
afterAll(() => home.close());
beforeEach(async () => {
  home.clock.pass(MAX_AGE_MS);
  await sequenced();
});

/** Waits until every event has its number: until then an event counts as a change. */
const sequenced = () =>
  expect.poll(async () => (await home.world.db.pool.query('select 1 from events where seq is null')).rowCount, { timeout: 15_000 }).toBe(0);

async function happens(kind: FactKind) {
  await home.world.db.pool.query(`insert into events (kind, subject_type, subject_id, at) values ($1, 'test', 'x', now())`, [kind]);
  home.world.db.committed();
  await sequenced();
}

async function readAll() {
  const { shown } = home.world.services.analytics.over({ period: 'all_time' }, 'UTC');
  await shown.leads();
  await shown.sales();
  await shown.calls();
  await shown.replies();
}

const tablesOfRead = async () => [...new Set(await tablesRead(home.world.db, readAll))].toSorted();

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
      const lead = await home.world.services.leads.create(ada, { name: `Lead ${total}` });
      const shown = () => home.world.services.analytics.over({ period: 'all_time' }, 'UTC').shown;
      expect(await shown().leads()).toMatchObject({ total, won: total - 1 });
      await home.world.services.leads.move(ada, lead.id, 'won');
      expect(await shown().leads()).toMatchObject({ total, won: total });
      expect((await shown().sales()).wonDeals).toBe(total);
    }
  });
});
