import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let other: TestApp;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ beside: app });
  ada = await app.signUp('ada');
  bob = other.anonymous();
  await bob.rest.post('/api/auth/register', { username: 'bob', password: 'correct horse' });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Three parts of a file, the last of them short. */
const rows = (header: string, row: (at: number) => string) =>
  `${header}\n${Array.from({ length: 4_500 }, (_, at) => row(at)).join('\n')}\n`;
const BOARD =
  'subscription($after: EventCursor) { pipelineChanged(after: $after) { kind lead { id } actor { username } columns { stage count value } } }';

describe('another subscriber', () => {
  it('receives an import of leads and its undo in batches, not lead by lead, with correct columns', async () => {
    const { data } = await bob.graph('{ pipeline { cursor } }');
    const board = bob.subscribe(BOARD, { after: Object(data).pipeline.cursor });
    const numbers = bob.subscribe('subscription($after: EventCursor) { analyticsChanged(after: $after) { kind } }', {
      after: Object(data).pipeline.cursor,
    });
    const next = async () => Object((await board.next()).pipelineChanged);
    const { id } = await importer(ada).bring(
      rows('name,value,stage', (at) => `Lead ${at},2.50,${at % 2 ? 'Won' : 'Quoted'}`),
      'lead',
    );
    const parts = [await next(), await next(), await next()];
    for (const part of parts) expect(part).toMatchObject({ kind: 'imported', lead: null, actor: { username: 'ada' } });
    expect(parts[2].columns.map(({ stage, count, value }: Record<string, unknown>) => [stage, count, value])).toEqual([
      ['leads', 0, '0.00'],
      ['needs_quote', 0, '0.00'],
      ['quoted', 2_250, '5625.00'],
      ['needs_follow_up', 0, '0.00'],
      ['waiting', 0, '0.00'],
      ['won', 2_250, '5625.00'],
    ]);
    await importer(ada).undo(id);
    const back = [await next(), await next(), await next()];
    expect(back.map(({ kind }) => kind)).toEqual(['imported', 'imported', 'imported']);
    expect(back[2].columns.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 0, 0]);
    // Any other message would have arrived before this one.
    await ada.rest.post('/api/leads', { name: 'One more' });
    expect(await next()).toMatchObject({ kind: 'created', columns: [{ stage: 'leads', count: 1 }] });
    for (const kind of ['leads.imported', 'leads.imported', 'leads.imported', 'leads.import_undone'])
      expect(await numbers.next()).toEqual({ analyticsChanged: { kind } });
    board.stop();
    numbers.stop();
  });

  it('receives an import of customers and its undo the same way', async () => {
    const { data } = await bob.graph('{ customers(first: 1) { eventCursor } }');
    const list = bob.subscribe('subscription($after: EventCursor) { customersChanged(after: $after) { kind id customer { id } } }', {
      after: Object(data).customers.eventCursor,
    });
    const next = async () => (await list.next()).customersChanged;
    const { id } = await importer(ada).bring(rows('name', (at) => `Customer ${at}`));
    const expected = { kind: 'imported', id, customer: null };
    for (let part = 0; part < 3; part += 1) expect(await next()).toEqual(expected);
    await importer(ada).undo(id);
    for (let part = 0; part < 3; part += 1) expect(await next()).toEqual(expected);
    await ada.rest.post('/api/customers', { name: 'One more' });
    expect(await next()).toMatchObject({ kind: 'created' });
    list.stop();
  });
});
