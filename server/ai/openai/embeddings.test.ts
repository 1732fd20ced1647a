import { describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import { emulatedVector } from '#server/testing/emulators/openai/embeddings.ts';
import { openModel } from '#server/testing/emulators/openai/openai.ts';
import { type EmbedderSettings, openAiEmbedder, toUnitLength } from './embeddings.ts';

async function open(settings: Partial<EmbedderSettings> = {}) {
  const server = await openModel();
  const embedder = openAiEmbedder({ apiKey: 'sk', baseUrl: server.baseUrl, model: 'emulated', ...settings });
  return { server, embedder, [Symbol.asyncDispose]: server.close };
}

describe('embeddings of a server', () => {
  it('come in the order of the texts, as vectors of length 1', async () => {
    await using world = await open();
    const texts = ['Refunds', 'Delivery of a machine', 'Prices'];
    const vectors = texts.map((text) => toUnitLength(emulatedVector(text)));
    expect(await world.embedder.embed(texts)).toEqual({ vectors, tokens: { prompt: 6, completion: 0 } });
    expect(world.server.embeddings).toMatchObject([{ model: 'emulated', input: texts, encoding_format: 'float' }]);
    expect(await world.embedder.embed([])).toEqual({ vectors: [], tokens: null });
  });

  it('are asked for 64 texts at a time at most', async () => {
    await using world = await open();
    expect((await world.embedder.embed(Array.from({ length: 64 }, () => 'x'))).vectors).toHaveLength(64);
    await expect(world.embedder.embed(Array.from({ length: 65 }, () => 'x'))).rejects.toThrow(RangeError);
  });

  it('fail for somebody who waits when the time is over, and at once after three times; the items are tried all the same', async () => {
    await using world = await open({ model: 'slow' });
    const ask = () => world.embedder.embed(['Hello'], { timeoutMs: 30 });
    for (let time = 0; time < 3; time += 1) await expect(ask()).rejects.toThrow(AssistantUnavailable);
    const asked = world.server.embeddings.length;
    await expect(ask()).rejects.toThrow('The assistant took too long to answer.');
    expect(world.server.embeddings).toHaveLength(asked);
    expect((await world.embedder.embed(['Hello'])).vectors).toHaveLength(1);
  });

  it('fail where the server does, and stop when they are no longer wanted', async () => {
    await using world = await open({ model: 'broken' });
    await expect(world.embedder.embed(['Hello'])).rejects.toThrow('The assistant had an internal error.');
    await expect(world.embedder.embed(['Hello'], { signal: AbortSignal.abort() })).rejects.not.toBeInstanceOf(AssistantUnavailable);
  });
});
