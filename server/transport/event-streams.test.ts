import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';

const FOLLOW = 'subscription { pipelineChanged(after: "0") { kind lead { name } } }';

describe('Server-Sent Events', () => {
  let home: TestWorld;
  let ada: Caller;
  beforeEach(async () => {
    home = await openWorld();
    ada = await home.person('ada');
  });
  afterEach(() => home.close());

  const stream = async () => {
    const response = await fetch(`${home.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', cookie: ada.cookie() },
      body: JSON.stringify({ query: FOLLOW }),
    });
    if (!response.body) throw new Error('Nothing streams');
    return response.body.pipeThrough(new TextDecoderStream()).getReader();
  };

  const readUntil = async (reader: ReadableStreamDefaultReader<string>, word: string) => {
    for (let heard = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended before ${word}`);
      heard += value;
      if (heard.includes(word)) return heard;
    }
  };

  it('carries the changes of the board', async () => {
    const reader = await stream();
    await ada.rest.post('/api/leads', { name: 'Jo March' });
    expect(await readUntil(reader, 'Jo March')).toContain('event: next');
    await reader.cancel();
  });

  it('ends with the session it was asked with', async () => {
    const reader = await stream();
    await ada.rest.post('/api/leads', { name: 'In time' });
    await readUntil(reader, 'In time');
    await ada.rest.post('/api/auth/logout');
    await expect(readUntil(reader, 'never said')).rejects.toThrow();
  });

  it('does not keep the server from stopping', async () => {
    const reader = await stream();
    await ada.rest.post('/api/leads', { name: 'Last' });
    await readUntil(reader, 'Last');
    const ended = expect(readUntil(reader, 'never said')).rejects.toThrow();
    await home.close();
    await ended;
    home = await openWorld();
  });
});
