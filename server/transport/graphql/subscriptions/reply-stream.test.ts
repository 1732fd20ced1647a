import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { Assistant, Attention } from '#server/ai/port.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket, type TestSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const WRITING = `subscription ($input: GenerateReplyInput!) {
  replyWriting(input: $input) {
    __typename
    ... on ReplyDraft { text }
    ... on AiResponse { id response }
    ... on Failure { message }
  }
}`;
const INPUT = { input: { customerRequest: 'Where is my order?' } };
const REPLY = { response: 'On its way.', confidence: 0.8, keyPoints: [], cited: [], sources: [], asks: [], engine: 'stub', tokens: null };

/** An assistant whose text and timing the test controls. */
function dictated() {
  const works: Array<{ attention: Attention; done: PromiseWithResolvers<typeof REPLY> }> = [];
  const assistant: Assistant = {
    ...offlineAssistant(),
    engine: 'stub',
    reply: (_request, attention = {}) => {
      const done = Promise.withResolvers<typeof REPLY>();
      attention.signal?.addEventListener('abort', () => done.reject(attention.signal?.reason));
      works.push({ attention, done });
      return done.promise;
    },
  };
  return { assistant, works };
}

describe('a reply while it is written', () => {
  const { assistant, works } = dictated();
  let app: TestApp;
  let ada: Caller;
  let client: TestSocket;
  beforeAll(async () => {
    app = await createTestApp({ assistant });
    ada = await app.signUp('ada');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    works.length = 0;
    await app.container.db.pool.query('delete from ai_responses');
    client = await connectSocket(app.url, { cookie: ada.cookie() });
    return () => client.leave();
  });

  const begin = async () => {
    client.execute('reply', WRITING, INPUT);
    await expect.poll(() => works.length).toBe(1);
    const [work] = works;
    if (!work) throw new Error('The assistant was not asked');
    return work;
  };
  const results = () => client.data('reply').map((data) => data?.replyWriting);
  const stored = async () => (await app.container.db.pool.query('select id from ai_responses')).rowCount;

  it('grows, and ends with the stored answer', async () => {
    const { attention, done } = await begin();
    attention.onText?.('On');
    await expect.poll(results).toEqual([{ __typename: 'ReplyDraft', text: 'On' }]);
    attention.onText?.('On its way.');
    await expect.poll(() => results().at(-1)).toEqual({ __typename: 'ReplyDraft', text: 'On its way.' });
    expect(await stored()).toBe(0);
    done.resolve(REPLY);
    await expect.poll(() => results().at(-1)).toMatchObject({ __typename: 'AiResponse', response: 'On its way.' });
    await expect.poll(() => client.of('reply').at(-1)?.type).toBe('complete');
    expect(await stored()).toBe(1);
  });

  it.each(['before the first word', 'in the middle'])('stops when the listener leaves %s, and stores nothing', async (when) => {
    const { attention } = await begin();
    if (when === 'in the middle') {
      attention.onText?.('On');
      await expect.poll(results).toHaveLength(1);
    }
    client.send({ id: 'reply', type: 'complete' });
    await expect.poll(() => attention.signal?.aborted).toBe(true);
    expect(await stored()).toBe(0);
  });

  it('stops when the listener’s connection breaks', async () => {
    const { attention } = await begin();
    client.leave();
    await expect.poll(() => attention.signal?.aborted).toBe(true);
    expect(await stored()).toBe(0);
  });

  it('is the offline assistant’s where the model fails, and says why', async () => {
    const { attention, done } = await begin();
    attention.onText?.('On');
    await expect.poll(results).toHaveLength(1);
    done.reject(new AssistantUnavailable());
    await expect.poll(() => results().at(-1)).toMatchObject({ __typename: 'AiResponse' });
    expect(await app.container.db.prisma.aiResponse.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      engine: 'offline',
      fallbackReason: 'The assistant did not answer. Please try again.',
    });
    expect(client.errors('reply')).toEqual([]);
    await app.container.db.prisma.aiResponse.deleteMany();
  });

  it('returns invalid input as a member of the result', async () => {
    client.execute('reply', WRITING, { input: { customerRequest: '   ' } });
    await expect.poll(() => results()[0]).toMatchObject({ __typename: 'Invalid' });
    expect(works).toEqual([]);
  });

  it('is private to its request: two identical requests get two replies', async () => {
    const other = await connectSocket(app.url, { cookie: ada.cookie() });
    client.execute('reply', WRITING, INPUT);
    other.execute('reply', WRITING, INPUT);
    await expect.poll(() => works.length).toBe(2);
    for (const [index, { done }] of works.entries()) done.resolve({ ...REPLY, response: `Answer ${index}` });
    await expect.poll(() => [...client.data('reply'), ...other.data('reply')]).toHaveLength(2);
    expect(client.data('reply')).not.toEqual(other.data('reply'));
    other.leave();
  });
});
