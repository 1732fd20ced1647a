import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LimitExceeded } from '#domain/failures.ts';
import { openDatabase } from '#server/database/client.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { replyRequest } from './assistant-contract.ts';
import { limitAssistant } from './limited-assistant.ts';
import { offlineAssistant } from './offline/assistant.ts';
import type { Assistant } from './port.ts';

const GENERATE = `mutation { generateReply(input: { customerRequest: "Where is my order?" }) { __typename } }`;

/** A model that answers when it is told to. */
function slowModel() {
  const offline = offlineAssistant();
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const assistant: Assistant = {
    ...offline,
    engine: 'slow-model',
    reply: async (request) => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
      return { ...(await offline.reply(request)), engine: 'slow-model' };
    },
  };
  return { assistant, open: gate.resolve, running: () => running, most: () => most };
}

const LIMITS = {
  perMinute: 1_000,
  perDay: 1_000,
  perPerson: 3,
  atOnce: 4,
  perTask: { reply: 4, analysis: 1, email: 1, advice: 1, coaching: 1 },
};

describe('requests to the assistant', () => {
  let app: TestApp;
  let beside: TestApp;
  let ada: Caller;
  let grace: Caller;
  const model: Assistant = { ...offlineAssistant(), engine: 'model' };
  const env = { ASSISTANT_REQUESTS_PER_MINUTE: '4', ASSISTANT_REQUESTS_PER_DAY: '6' };
  beforeAll(async () => {
    app = await createTestApp({ assistant: model, env });
    beside = await createTestApp({ beside: app, assistant: model, env });
    [ada, grace] = [await app.signUp('ada'), await app.signUp('grace')];
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  it('of one person are counted over GraphQL, REST, every use and every server, and refused over the minute’s limit', async () => {
    const reply = { customerRequest: 'Where is my order?' };
    expect((await ada.graph(GENERATE)).errors).toBeUndefined();
    expect((await ada.rest.post('/api/ai/generate-response', reply)).status).toBe(201);
    expect((await ada.rest.post('/api/ai/generate-email', {})).status).toBe(200);
    // A call that is stored is never lost for a limit; it is analysed by the model while that is allowed.
    const added = await ada.rest.post('/api/transcriptions', { content: 'Customer: Hello.' });
    expect(added.status).toBe(201);
    const elsewhere = await beside.anonymous().rest.post('/api/ai/generate-response', reply, { cookie: ada.cookie() });
    expect([elsewhere.status, elsewhere.body]).toEqual([
      429,
      {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^At most 4 assistant requests per person are allowed in a minute\. Try again in \d+ s\.$/),
      },
    ]);
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ada.graph(GENERATE)).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect((await ada.rest.post('/api/transcriptions', { content: 'Customer: Hello again.' })).status).toBe(201);
    expect((await grace.graph(GENERATE)).errors).toBeUndefined();
  });

  it('are counted for a day, also while the database is away; the server’s own are not', async () => {
    const away = openDatabase({ url: 'postgresql://callboard@127.0.0.1:1/nowhere', poolSize: 1 });
    const limited = limitAssistant(model, { pool: away.pool, limits: { ...LIMITS, perDay: 2 } });
    const ask = (personId: string | null) => limited.reply(replyRequest(), { personId });
    for (let at = 0; at < 2; at += 1) await ask('someone');
    await expect(ask('someone')).rejects.toThrow(
      /^At most 2 assistant requests per person are allowed in 24 hours\. Try again in \d+ min\.$/,
    );
    await ask('someone else');
    for (let at = 0; at < 5; at += 1) await ask(null);
    await away.close();
  });

  it('run at the same time only so many of a person, and so many of all; those of others wait', async () => {
    const slow = slowModel();
    const limited = limitAssistant(slow.assistant, { pool: app.container.db.pool, limits: LIMITS });
    const ask = (personId: string | null) => limited.reply(replyRequest(), { personId });
    const own = [1, 2, 3].map(() => ask('a'));
    await expect(ask('a')).rejects.toThrow(
      new LimitExceeded('TOO_MANY_IN_PROGRESS', 'At most 3 assistant requests per person may run at once. Wait until one finishes.'),
    );
    const others = [ask('b'), ask('c'), ask(null)];
    await expect.poll(slow.running).toBe(4);
    slow.open();
    expect((await Promise.all([...own, ...others])).map(({ engine }) => engine)).toEqual(Array.from({ length: 6 }, () => 'slow-model'));
    expect(slow.most()).toBe(4);
    await ask('a');
  });

  it('of one task wait for a slot of it, while another task goes on', async () => {
    const slow = slowModel();
    const limits = { ...LIMITS, perTask: { ...LIMITS.perTask, reply: 1 } };
    const limited = limitAssistant(slow.assistant, { pool: app.container.db.pool, limits });
    const replies = [limited.reply(replyRequest()), limited.reply(replyRequest())];
    const brief = { type: 'welcome', tone: 'formal', purpose: null, context: null, knowledge: [] } as const;
    expect((await limited.draftEmail(brief)).engine).toBe('offline');
    expect(slow.running()).toBe(1);
    slow.open();
    await Promise.all(replies);
    expect(slow.most()).toBe(1);
  });

  it('cost nothing offline, and are not counted there', async () => {
    const limited = limitAssistant(offlineAssistant(), { pool: app.container.db.pool, limits: { ...LIMITS, perMinute: 1, perDay: 1 } });
    for (let at = 0; at < 3; at += 1) expect(await limited.reply(replyRequest(), { personId: 'a' })).toMatchObject({ engine: 'offline' });
  });
});
