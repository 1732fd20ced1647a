import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const QUERY = '{ leads(first: 5) { nodes { id name stage customer { name } } } }';
const AT_ONCE = 24;

let app: TestApp;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  grace = await app.signUp('grace');
  await ada.rest.post('/api/leads', { name: 'First' });
});
afterAll(() => app.close());

const times = <T>(count: number, run: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => run(at)));
const newest = (id: string, stage: string) => expect.arrayContaining([expect.objectContaining({ id, stage })]);
const post = (by: Caller, query = QUERY) => by.rest.post('/graphql', { query });

describe('simultaneous requests', () => {
  it('are all answered, each with its own account', async () => {
    const answers = await times(AT_ONCE, (at) => post(at % 2 ? ada : grace));
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([
        200,
        { data: { leads: { nodes: [{ name: 'First' }] } }, extensions: { cost: { requested: 26 } } },
      ]);
    // Each with a budget that shrinks by every answer.
    for (const parity of [0, 1]) {
      const remaining = answers.filter((_, at) => at % 2 === parity).map(({ headers }) => headers.get('ratelimit'));
      expect(new Set(remaining).size).toBe(AT_ONCE / 2);
    }
  });

  it('always include the client’s own writes, however many others send them', async () => {
    const over = new AbortController();
    const requests = times(8, async () => {
      while (!over.signal.aborted) await post(grace);
    });
    onTestFinished(async () => {
      over.abort();
      await requests;
    });
    for (let turn = 0; turn < 15; turn += 1) {
      const id = idOf((await ada.rest.post('/api/leads', { name: `Turn ${turn}` })).body);
      expect((await post(ada)).body).toMatchObject({ data: { leads: { nodes: newest(id, 'leads') } } });
      await ada.graph('mutation ($id: ID!) { moveLead(id: $id, stage: won) { __typename } }', { id });
      expect((await post(ada)).body).toMatchObject({ data: { leads: { nodes: newest(id, 'won') } } });
    }
  });

  it('are never shared with a client without permission', async () => {
    const stranger = app.anonymous();
    const answers = await times(AT_ONCE, (at) => post(at % 2 ? stranger : ada));
    for (const [at, { body }] of answers.entries()) {
      if (at % 2) expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
      else expect(body).not.toHaveProperty('errors');
    }
  });

  it('keep what is personal apart', async () => {
    const query = '{ leads(first: 1) { nodes { id } } session { user { username } } }';
    const answers = await times(AT_ONCE, (at) => post(at % 2 ? ada : grace, query));
    for (const [at, { body }] of answers.entries())
      expect(body).toMatchObject({ data: { session: { user: { username: at % 2 ? 'ada' : 'grace' } } } });
  });
});
