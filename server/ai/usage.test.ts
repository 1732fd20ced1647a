import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { offlineAssistant } from './offline/assistant.ts';
import type { Assistant } from './port.ts';
import { costOf } from './usage.ts';

const PRICES = [
  { model: 'gpt', prompt: 100, completion: 100 },
  { model: 'gpt-5-mini', prompt: 0.25, completion: 2 },
];

describe('what an answer cost', () => {
  it('follows from its tokens and the price of the longest name that fits', () => {
    const tokens = { prompt: 1_000, completion: 500 };
    expect(costOf({ model: 'gpt-5-mini-2025-08-07', tokens }, PRICES)).toBe('0.001250');
    expect(costOf({ model: 'gpt-4', tokens }, PRICES)).toBe('0.150000');
  });

  it('is unknown without a price, or where nobody counted', () => {
    expect(costOf({ model: 'llama', tokens: { prompt: 1, completion: 1 } }, PRICES)).toBeNull();
    expect(costOf({ model: 'gpt-5-mini', tokens: null }, PRICES)).toBeNull();
  });
});

describe('costs over the API', () => {
  let app: TestApp;
  beforeAll(async () => {
    const offline = offlineAssistant();
    const model: Assistant = {
      ...offline,
      engine: 'gpt-5-mini',
      reply: async (request) => ({ ...(await offline.reply(request)), engine: 'gpt-5-mini', tokens: { prompt: 1_000, completion: 500 } }),
      draftEmail: async (brief) => ({ ...(await offline.draftEmail(brief)), engine: 'other', tokens: null }),
    };
    app = await createTestApp({ assistant: model, env: { ASSISTANT_PRICES: 'gpt-5-mini=0.25/2' } });
  });
  afterAll(() => app.close());

  it('are summed by task, person and model, and can be narrowed', async () => {
    const [ada, grace] = [await app.signUp('ada'), await app.signUp('grace')];
    for (const caller of [ada, ada, grace]) await caller.rest.post('/api/ai/generate-response', { customerRequest: 'Hello' });
    await grace.rest.post('/api/ai/generate-email', {});
    const costs = async (args: string) => {
      const { data } = await ada.graph(
        `{ assistantCosts${args} { task model user { username } requests pricedRequests promptTokens completionTokens cost } }`,
      );
      return data?.assistantCosts;
    };
    const ofAda = {
      ...{ task: 'reply', model: 'gpt-5-mini', user: { username: 'ada' } },
      ...{ requests: 2, pricedRequests: 2, promptTokens: 2_000, completionTokens: 1_000, cost: '0.002500' },
    };
    expect(await costs('')).toEqual([
      ofAda,
      expect.objectContaining({ task: 'email', model: 'other', requests: 1, pricedRequests: 0, promptTokens: 0, cost: null }),
      expect.objectContaining({ task: 'reply', user: { username: 'grace' }, cost: '0.001250' }),
    ]);
    expect(await costs('(task: email)')).toHaveLength(1);
    expect(await costs(`(from: "${new Date(app.clock.now().getTime() + 60_000).toISOString()}")`)).toEqual([]);
  });
});
