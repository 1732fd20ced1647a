import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answers, late, respondWith } from './answers.ts';
import { breaksOff, busy, declines, failsMidway, hangsUp, outOfQuota, showsPage } from './failures.ts';
import { openModel } from './openai.ts';

let model: Awaited<ReturnType<typeof openModel>>;
beforeEach(async () => {
  model = await openModel();
});
afterEach(() => model.close());

const BODY = { model: 'gpt-test', messages: [{ role: 'user', content: 'Hello 🙂' }] };
const STREAM = { ...BODY, stream: true, stream_options: { include_usage: true } };

const post = (body: unknown, { path = '/chat/completions', key = 'sk-any', base = model.baseUrl } = {}) =>
  fetch(base + path, {
    method: 'POST',
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function eventsOf(body: unknown) {
  const answer = await post(body);
  const text = await answer.text();
  return text.split('\n\n').filter(Boolean);
}

describe('a whole answer', () => {
  it('has the form of a chat completion', async () => {
    model.next(respondWith('Hello', { model: 'gpt-test-2026' }));
    const answer = await post(BODY);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-request-id')).toBe('req_1');
    expect(await answer.json()).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'gpt-test-2026',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello', refusal: null }, logprobs: null, finish_reason: 'stop' }],
      usage: expect.objectContaining({ prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 }),
    });
  });

  it('is derived from the request when nothing was scripted', async () => {
    const data = JSON.stringify({ customer_message: 'Where is it?', knowledge: [{ id: 'k1' }] });
    const answer = await post({ ...BODY, messages: [{ role: 'user', content: `Data:\n${data}\nReply as JSON.` }] });
    const { choices } = await answer.json();
    expect(JSON.parse(choices[0].message.content)).toMatchObject({
      response: expect.stringContaining('Where is it?'),
      citations: [{ id: 'k1', quote: '' }],
    });
  });

  it('may be a refusal', async () => {
    model.next(declines('No.'));
    expect(await (await post(BODY)).json()).toMatchObject({ choices: [{ message: { content: null, refusal: 'No.' } }] });
  });
});

describe('a stream', () => {
  it('has the events of a chat completion, from the role to DONE', async () => {
    model.next(respondWith('Hello you', { chunkLength: 5 }));
    const events = await eventsOf(STREAM);
    expect(events.at(-1)).toBe('data: [DONE]');
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)));
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.map(({ choices }) => choices[0]?.delta ?? null)).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { content: 'Hello' },
      { content: ' you' },
      {},
      null,
    ]);
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason ?? null)).toEqual([null, null, null, 'stop', null]);
    expect(chunks.map(({ usage }) => usage?.completion_tokens ?? usage)).toEqual([null, null, null, null, 3]);
  });

  it('counts no tokens unless requested', async () => {
    const events = await eventsOf({ ...BODY, stream: true });
    expect(events.join('')).not.toContain('usage');
  });

  it('may come with CR LF and comments', async () => {
    model.next(respondWith('Hello', { wire: { crlf: true, comments: true } }));
    const text = await (await post(STREAM)).text();
    expect(text).toMatch(/^: keep-alive\r\n\r\ndata: \{/);
    expect(text).not.toMatch(/[^\r]\n/);
  });

  it.each(['events', 'pairs', 'splitCharacters', 'bytes'] as const)('is the same in packets of %s', async (packets) => {
    model.next(respondWith('größer 🙂', { wire: { packets } }), respondWith('größer 🙂'));
    const contents = async () => (await eventsOf(STREAM)).map((event) => /"content":"([^"]*)"/.exec(event)?.[1] ?? '').join('');
    expect(await contents()).toBe('größer 🙂');
    expect(await contents()).toBe('größer 🙂');
  });

  it('may break off quietly, abruptly or with an error', async () => {
    model.next(breaksOff('quietly'), breaksOff('abruptly'), failsMidway());
    expect((await eventsOf(STREAM)).join('')).not.toMatch(/DONE|"stop"/);
    await expect(eventsOf(STREAM)).rejects.toThrow('terminated');
    expect((await eventsOf(STREAM)).at(-1)).toMatch(/^data: \{"error":\{"message"/);
  });
});

describe('trouble', () => {
  it('uses one behaviour per request, in order', async () => {
    model.next(busy({ 'retry-after': '1' }), outOfQuota(), showsPage(502), answers());
    const [first, second, third, fourth] = [await post(BODY), await post(BODY), await post(BODY), await post(BODY)];
    expect(first.headers.get('retry-after')).toBe('1');
    expect(await first.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect([second.status, await second.json()]).toMatchObject([
      429,
      { error: { code: 'insufficient_quota', type: 'insufficient_quota' } },
    ]);
    expect([third.status, third.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(fourth.status).toBe(200);
  });

  it('may be a connection that is dropped', async () => {
    model.next(hangsUp());
    await expect(post(BODY)).rejects.toThrow();
  });

  it.each([
    ['no key', BODY, { key: '' }, 401, 'invalid_api_key'],
    ['another path', BODY, { path: '/completions' }, 404, null],
    ['no JSON', '{', {}, 400, null],
    ['no messages', { model: 'gpt-test', messages: [] }, {}, 400, null],
    ['an unknown response format', { ...BODY, response_format: { type: 'yaml' } }, {}, 400, null],
    ['a JSON object without the word', { ...BODY, response_format: { type: 'json_object' } }, {}, 400, null],
    ['stream options without a stream', { ...BODY, stream_options: {} }, {}, 400, null],
  ])('comes of %s', async (_name, body, how, status, code) => {
    const answer = await post(body, how);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String), type: 'invalid_request_error', code } });
  });

  it('comes of what a server does not know', async () => {
    const poor = await openModel({
      formats: [],
      tokenParameters: ['max_tokens'],
      streamOptions: false,
      models: ['gpt-test'],
      keys: ['sk-right'],
    });
    const complete = async (body: object, key = 'sk-right') =>
      (await (await post({ ...BODY, ...body }, { base: poor.baseUrl, key })).json()).error ?? 'fine';
    expect(await complete({})).toBe('fine');
    expect(await complete({ max_tokens: 5 })).toBe('fine');
    expect(await complete({ max_completion_tokens: 5 })).toMatchObject({ param: 'max_completion_tokens' });
    expect(await complete({ response_format: { type: 'json_object' } })).toMatchObject({ param: 'response_format' });
    expect(await complete(STREAM)).toMatchObject({ param: 'stream_options' });
    expect(await complete({ model: 'gpt-9' })).toMatchObject({ code: 'model_not_found' });
    expect(await complete({}, 'sk-wrong')).toMatchObject({ code: 'invalid_api_key' });
    await poor.close();
  });
});

describe('the recorded requests', () => {
  it('are in order', async () => {
    await post(BODY);
    await post({ ...BODY, model: 'other' });
    expect(model.requests.map(({ body, authorization, path, hungUp }) => [body.model, authorization, path, hungUp])).toEqual([
      ['gpt-test', 'Bearer sk-any', '/v1/chat/completions', false],
      ['other', 'Bearer sk-any', '/v1/chat/completions', false],
    ]);
  });

  it('closes without waiting for anybody', async () => {
    model.next(late(60_000));
    const waiting = post(BODY);
    waiting.catch(() => {});
    await expect.poll(() => model.requests.length).toBe(1);
    await model.close();
    await expect(waiting).rejects.toThrow();
  });
});
