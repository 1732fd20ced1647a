import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import { answers, type Behaviour, late, respondWith } from '#server/testing/emulators/openai/answers.ts';
import * as failing from '#server/testing/emulators/openai/failures.ts';
import { openModel } from '#server/testing/emulators/openai/openai.ts';
import { replyRequest } from '../../assistant-contract.ts';
import { openAiAssistant } from '../assistant.ts';
import { KEY, openAssistant } from '../testing.ts';

const ADMIN = 'An administrator must check the assistant settings.';
const twice = (behaviour: Behaviour) => [behaviour, behaviour];

interface Case {
  readonly script: readonly Behaviour[];
  readonly respondWith: string;
  /** How many requests reach the server: two where trying again may help. */
  readonly requests: number;
  readonly retries?: number;
}

const CASES: Record<string, Case> = {
  'a refused key': { script: [failing.refusesKey()], respondWith: `The assistant rejected the API key. ${ADMIN}`, requests: 1 },
  'a forbidden model': {
    script: [failing.fails(403, { message: 'No access.', type: 'permission_error' })],
    respondWith: `The assistant rejected the API key. ${ADMIN}`,
    requests: 1,
  },
  'an unknown model': {
    script: [failing.knowsNoModel('gpt-test')],
    respondWith: `The configured model or address does not exist. ${ADMIN}`,
    requests: 1,
  },
  'a used-up quota': {
    script: [failing.outOfQuota()],
    respondWith: "The assistant's quota is used up. An administrator must check its plan and billing.",
    requests: 1,
  },
  'an unpaid bill': {
    script: [failing.fails(402, { message: 'Insufficient balance', type: 'billing' })],
    respondWith: "The assistant's quota is used up. An administrator must check its plan and billing.",
    requests: 1,
  },
  'too many requests': {
    script: twice(failing.busy()),
    respondWith: 'The assistant is too busy. Please try again in a minute.',
    requests: 2,
  },
  'a long wait': {
    script: [failing.busy({ 'retry-after': '40' })],
    respondWith: 'The assistant is too busy. Please try again in a minute.',
    requests: 1,
  },
  'a crash': { script: twice(failing.crashes()), respondWith: 'The assistant had an internal error. Please try again.', requests: 2 },
  'a page from a proxy': {
    script: twice(failing.showsPage(502)),
    respondWith: 'The assistant had an internal error. Please try again.',
    requests: 2,
  },
  'a page in place of an answer': {
    script: [failing.showsPage(200)],
    respondWith: "The assistant's answer was not usable. Please try again.",
    requests: 1,
  },
  'a message too long': {
    script: [failing.messageTooLong()],
    respondWith: 'The message is too long for the assistant. Please shorten it.',
    requests: 1,
  },
  'a request it does not accept': {
    script: [failing.fails(400, { message: 'Invalid value.', type: 'invalid_request_error', code: 'invalid_value' })],
    respondWith: `The assistant rejected the request. ${ADMIN}`,
    requests: 1,
  },
  'a refusal': {
    script: [failing.declines()],
    respondWith: 'The assistant declined to answer this message. Please write the reply yourself.',
    requests: 1,
  },
  'a content filter': {
    script: [respondWith('{"resp', { finish: 'content_filter' })],
    respondWith: 'A content filter stopped the answer. Please write the reply yourself.',
    requests: 1,
  },
  'a length stop': {
    script: [respondWith('{"response":"Hello', { finish: 'length' })],
    respondWith: "The assistant's answer was too long. Please ask for less.",
    requests: 1,
  },
  'an answer without end': {
    script: [respondWith(`{"response":"${'x'.repeat(70_000)}`, { chunkLength: 7_000 })],
    respondWith: "The assistant's answer was too long. Please ask for less.",
    requests: 1,
  },
  'a redirect': {
    script: [failing.redirects('http://127.0.0.1:9/elsewhere')],
    respondWith: 'The assistant cannot be reached. Please try again.',
    requests: 1,
    retries: 0,
  },
  'a connection hung up': {
    script: twice(failing.hangsUp()),
    respondWith: 'The assistant cannot be reached. Please try again.',
    requests: 2,
  },
};

const STREAMED: Record<string, Case> = {
  'a stream that ends without an ending': {
    script: [failing.breaksOff('quietly')],
    respondWith: "The assistant's answer was cut off. Please try again.",
    requests: 1,
  },
  'a stream whose socket drops': {
    script: [failing.breaksOff('abruptly')],
    respondWith: "The assistant's answer was cut off. Please try again.",
    requests: 1,
  },
  'an error in the middle': {
    script: [failing.failsMidway()],
    respondWith: 'The assistant had an internal error. Please try again.',
    requests: 1,
  },
  'a quota that ends in the middle': {
    script: [failing.failsMidway({ message: 'Quota', type: 'insufficient_quota', code: 'insufficient_quota' })],
    respondWith: "The assistant's quota is used up. An administrator must check its plan and billing.",
    requests: 1,
  },
};

async function failureIn({ script, retries }: Case, streams: boolean) {
  await using world = await openAssistant({ settings: { retries } });
  world.model.next(...script);
  const request = replyRequest({ message: 'The secret words of the customer' });
  const failure = await world.assistant.reply(request, streams ? { onText: () => {} } : {}).catch((error: unknown) => error);
  return { failure, requests: world.model.requests.length };
}

function expectKindFailure(failure: unknown, sentence: string) {
  expect(failure).toBeInstanceOf(AssistantUnavailable);
  expect(failure).toHaveProperty('message', sentence);
  const everything = inspect(failure, { depth: 20, showHidden: true });
  for (const secret of [KEY, 'sk-emul', 'secret words', 'You draft replies', 'nginx', 'Incorrect API key', 'No access'])
    expect(everything).not.toContain(secret);
}

describe.each([false, true])('what the person reads (streamed: %s)', (streams) => {
  it.each(Object.entries({ ...CASES, ...(streams ? STREAMED : {}) }))('%s', async (_name, failing) => {
    const { failure, requests } = await failureIn(failing, streams);
    expectKindFailure(failure, failing.respondWith);
    expect(requests).toBe(failing.requests);
  });

  it('a server that is not there', async () => {
    const model = await openModel();
    await model.close();
    const assistant = openAiAssistant({ apiKey: KEY, baseUrl: model.baseUrl, model: 'gpt-test', retries: 0 });
    const failure = await assistant.reply(replyRequest(), streams ? { onText: () => {} } : {}).catch((error: unknown) => error);
    expectKindFailure(failure, 'The assistant cannot be reached. Please try again.');
  });

  it('headers that do not come', async () => {
    await using world = await openAssistant({ settings: { timeoutMs: 30, retries: 0 } });
    world.model.next(late(5_000));
    const failure = await world.assistant.reply(replyRequest(), streams ? { onText: () => {} } : {}).catch((error: unknown) => error);
    expectKindFailure(failure, 'The assistant took too long to answer. Please try again.');
  });

  it('a reply that takes too long as a whole', async () => {
    await using world = await openAssistant({ settings: { deadlineMs: 40 } });
    world.model.next(late(5_000));
    const failure = await world.assistant.reply(replyRequest(), streams ? { onText: () => {} } : {}).catch((error: unknown) => error);
    expectKindFailure(failure, 'The assistant took too long to answer. Please try again.');
  });

  it('a key that cannot be sent', async () => {
    await using world = await openAssistant({ settings: { apiKey: `${KEY}\nÿ☃`, retries: 0 } });
    const failure = await world.assistant.reply(replyRequest(), streams ? { onText: () => {} } : {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AssistantUnavailable);
    expect(inspect(failure, { depth: 20 })).not.toContain(KEY);
  });
});

describe('what may be logged', () => {
  it('is the reason, the status, the code and the request id', async () => {
    const { failure } = await failureIn({ script: [failing.outOfQuota()], respondWith: '', requests: 1 }, false);
    expect(failure).toHaveProperty('cause', { reason: 'outOfQuota', status: 429, code: 'insufficient_quota', requestId: 'req_1' });
  });
});

describe('trouble that passes', () => {
  it.each([
    ['a rate limit', failing.busy()],
    ['a crash', failing.crashes()],
    ['a page from a proxy', failing.showsPage(503)],
  ])('is overcome by asking once more: %s', async (_name, trouble) => {
    await using world = await openAssistant();
    world.model.next(trouble, answers({ response: 'Hello' }));
    expect(await world.assistant.reply(replyRequest())).toMatchObject({ response: 'Hello' });
    expect(world.model.requests).toHaveLength(2);
  });
});

describe('a service that keeps failing', () => {
  it('is not asked for a while, and people are told at once', async () => {
    let time = 0;
    await using world = await openAssistant({ settings: { now: () => new Date(time) } });
    for (let round = 0; round < 3; round += 1) {
      world.model.next(...twice(failing.crashes()));
      await expect(world.assistant.reply(replyRequest())).rejects.toThrow('Please try again.');
    }
    await expect(world.assistant.reply(replyRequest())).rejects.toThrow(
      'The assistant had an internal error. Please try again in 30 seconds.',
    );
    expect(world.model.requests).toHaveLength(6);
    time += 30_000;
    await expect(world.assistant.reply(replyRequest())).resolves.toBeDefined();
  });
});
