import { describe, expect, it, vi } from 'vitest';
import { answers, late, respondWith } from '#server/testing/emulators/openai/answers.ts';
import { stalls } from '#server/testing/emulators/openai/failures.ts';
import type { Wire } from '#server/testing/emulators/openai/sse.ts';
import { replyRequest } from '../../assistant-contract.ts';
import { openAssistant } from '../testing.ts';

const REPLY = 'Hello Grace,\n\nhere is the "label" – größer 🙂 als \\ und 日本.\n\nAda';

async function listen(wire: Wire, chunkLength = 5) {
  await using world = await openAssistant();
  world.model.next(answers({ response: REPLY }, { wire, chunkLength }));
  const heard: string[] = [];
  const reply = await world.assistant.reply(replyRequest(), { onText: (text) => heard.push(text) });
  return { heard, reply };
}

describe('a streamed reply', () => {
  it.each([
    ['as OpenAI sends it', {}],
    ['with CR LF', { crlf: true }],
    ['between keep-alive comments', { comments: true }],
    ['two events in a packet', { packets: 'pairs' }],
    ['characters split between packets', { packets: 'splitCharacters' }],
    ['a byte at a time', { packets: 'bytes' }],
    ['all of it at once', { crlf: true, comments: true, packets: 'bytes' }],
  ] as const)('is heard growing: %s', async (_name, wire) => {
    const { heard, reply } = await listen(wire);
    expect(reply.response).toBe(REPLY);
    expect(reply.tokens).not.toBeNull();
    expect(heard.length).toBeGreaterThan(5);
    expect(heard.every((text) => REPLY.startsWith(text))).toBe(true);
    expect(heard.at(-1)).toBe(REPLY);
  });

  it('is the same as one that is not streamed', async () => {
    await using world = await openAssistant();
    world.model.next(answers({ response: REPLY }), answers({ response: REPLY }));
    const whole = await world.assistant.reply(replyRequest());
    const streamed = await world.assistant.reply(replyRequest(), { onText: () => {} });
    expect(streamed).toEqual(whole);
  });

  it('never shows what cannot be seen', async () => {
    await using world = await openAssistant();
    world.model.next(answers({ response: '\u200b He\u202ello\u0007  ' }, { chunkLength: 3 }));
    const heard: string[] = [];
    await world.assistant.reply(replyRequest(), { onText: (text) => heard.push(text) });
    expect(heard.every((text) => 'Hello'.startsWith(text))).toBe(true);
    expect(heard.at(-1)).toBe('Hello');
  });

  it('ends with the repaired text when the first could not be used', async () => {
    await using world = await openAssistant();
    world.model.next(respondWith('{"response":"A first try, much longer than the second"}'), answers({ response: 'Second try' }));
    const heard: string[] = [];
    const reply = await world.assistant.reply(replyRequest(), { onText: (text) => heard.push(text) });
    expect(reply.response).toBe('Second try');
    expect(heard.at(-1)).toBe('Second try');
    expect(heard.filter((text) => text.startsWith('Second'))).toHaveLength(1);
  });

  it('gives up on a stream that falls silent', async () => {
    await using world = await openAssistant({ settings: { idleTimeoutMs: 250 } });
    world.model.next(stalls('{"response":"Hello, this is'));
    const heard: string[] = [];
    const stalled = world.assistant.reply(replyRequest(), { onText: (text) => heard.push(text) });
    await expect(stalled).rejects.toThrow('The assistant took too long to answer. Please try again.');
    expect(heard.at(-1)).toBe('Hello, this');
    await vi.waitFor(() => expect(world.model.requests[0]?.hungUp).toBe(true));
  });
});

describe('stopping', () => {
  const streaming = { onText: () => {} };

  it.each([
    ['before the answer begins', late(5_000), {}],
    ['before the stream begins', late(5_000), streaming],
    ['in the middle of a stream', stalls(), streaming],
  ])('ends the work %s, here and at the server', async (_name, behaviour, attention) => {
    await using world = await openAssistant();
    world.model.next(behaviour);
    const stop = new AbortController();
    const stopped = world.assistant.reply(replyRequest(), { ...attention, signal: stop.signal });
    stopped.catch(() => {});
    await vi.waitFor(() => expect(world.model.requests).toHaveLength(1));
    stop.abort(new Error('The page was closed'));
    await expect(stopped).rejects.toThrow('The page was closed');
    await vi.waitFor(() => expect(world.model.requests[0]?.hungUp).toBe(true));
  });

  it('from within the listener ends the work, too', async () => {
    await using world = await openAssistant();
    world.model.next(answers({ response: REPLY }, { chunkLength: 3 }));
    const stop = new AbortController();
    const stopped = world.assistant.reply(replyRequest(), { signal: stop.signal, onText: () => stop.abort() });
    await expect(stopped).rejects.toThrow(/aborted/);
  });

  it('is never held against the service', async () => {
    await using world = await openAssistant();
    for (let round = 1; round <= 4; round += 1) {
      world.model.next(late(5_000));
      const stop = new AbortController();
      const stopped = world.assistant.reply(replyRequest(), { signal: stop.signal });
      stopped.catch(() => {});
      await vi.waitFor(() => expect(world.model.requests).toHaveLength(round));
      stop.abort();
      await expect(stopped).rejects.toThrow();
    }
    await expect(world.assistant.reply(replyRequest())).resolves.toBeDefined();
  });

  it('asks nothing when it was stopped before', async () => {
    await using world = await openAssistant();
    await expect(world.assistant.reply(replyRequest(), { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(world.model.requests).toHaveLength(0);
  });
});
