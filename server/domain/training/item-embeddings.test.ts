import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiEmbedder } from '#server/ai/openai/embeddings.ts';
import { openModel } from '#server/testing/emulators/openai/openai.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import type { Viewer } from '../viewer.ts';
import { createItemEmbeddings } from './item-embeddings.ts';
import { createKnowledgeSearch } from './knowledge-search.ts';

let server: Awaited<ReturnType<typeof openModel>>;
let app: TestApp;
let ada: Viewer;
const embedderOf = (model: string) => openAiEmbedder({ apiKey: 'sk', baseUrl: server.baseUrl, model });
beforeAll(async () => {
  server = await openModel();
  app = await createTestApp({ embedder: embedderOf('emulated') });
  ada = await signUpViewer(app, 'ada');
  const items = [
    ['Returning a machine', 'You get a refund within 14 days of the return.'],
    ['Delivery times', 'We deliver within three working days. Shipping is free.'],
    ['Prices of the machines', 'The price of a Heron is 900 dollars.'],
    ['Cleaning', 'Clean the machine each week and descale it each month.'],
    ['Opening hours', 'We are open from nine to five on weekdays.'],
  ];
  for (const [title, content] of items) await app.container.services.training.add(ada, { title, content });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const stored = () => app.container.db.prisma.trainingEmbedding.findMany({ include: { item: true }, orderBy: { trainingItemId: 'asc' } });
const titles = async () => (await stored()).map(({ item }) => item.title);
const withModel = (model: string) => {
  const { db } = app.container;
  const embeddings = createItemEmbeddings({ db, clock: app.clock, embedder: embedderOf(model) });
  return { ...embeddings, search: createKnowledgeSearch({ pool: db.pool, refine: embeddings.refine }) };
};
const signal = new AbortController().signal;
const MESSAGE = 'How do I get a snorfle?';

describe('the vectors of training items', () => {
  it('are stored soon after an item was added, changed, deleted or restored', async () => {
    const { training } = app.container.services;
    const { id } = await training.add(ada, { title: 'Beans', content: 'Roasted in small batches.' });
    await until(async () => (await titles()).length === 6);
    const [before] = (await stored()).filter(({ trainingItemId }) => trainingItemId === id);
    expect(before).toMatchObject({ model: 'emulated', createdAt: app.clock.now() });
    expect(before?.vector.byteLength).toBe(4 * 32);
    await training.update(ada, id, { content: 'Roasted in Hamburg.' });
    await until(async () =>
      (await stored()).some(({ trainingItemId, contentHash }) => trainingItemId === id && contentHash !== before?.contentHash),
    );
    await training.remove(ada, id);
    await until(async () => !(await titles()).includes('Beans'));
    await training.restore(ada, id);
    await until(async () => (await titles()).includes('Beans'));
    await training.update(ada, id, { isActive: false });
    await until(async () => !(await titles()).includes('Beans'));
  });

  it('are not made anew for what did not change, nor for calls and emails', async () => {
    const { prisma } = app.container.db;
    const at = app.clock.now();
    const call = { id: 'call', title: 'A call', content: 'Hello.', category: 'transcription', createdAt: at, updatedAt: at } as const;
    await prisma.trainingItem.create({ data: call });
    const asked = server.embeddings.length;
    expect(await withModel('emulated').embedChanged({ signal })).toEqual({ done: 0 });
    expect(server.embeddings).toHaveLength(asked);
  });

  it('are made anew for another model, 64 at a time', async () => {
    const { pool } = app.container.db;
    await pool.query(`insert into ai_training_data (id, title, content, category, updated_at, created_at)
      select 'bulk' || n, 'Bulk ' || n, 'Words.', 'knowledge', now(), now() from generate_series(1, 100) n`);
    server.embeddings.length = 0;
    expect(await withModel('another').embedChanged({ signal })).toEqual({ done: 105 });
    expect(server.embeddings.map(({ input }) => input.length)).toEqual([64, 41]);
    expect(new Set((await stored()).map(({ model }) => model))).toEqual(new Set(['another']));
    await pool.query(`delete from ai_training_data where id like 'bulk%'`);
    expect((await stored()).length).toBe(5);
    expect(await withModel('emulated').embedChanged({ signal })).toEqual({ done: 5 });
  });

  it('are made anew when a server with another model starts', async () => {
    const models = async () => new Set((await stored()).map(({ model }) => model));
    const other = await createTestApp({ beside: app, embedder: embedderOf('another') });
    await until(async () => !(await models()).has('emulated'));
    await other.close();
    expect(await withModel('emulated').embedChanged({ signal })).toEqual({ done: 5 });
  });

  it('wait for a model that fails: the job is tried again', async () => {
    await expect(withModel('broken').embedChanged({ signal })).rejects.toMatchObject({ name: 'JobFailure', temporary: true });
    expect(await titles()).toHaveLength(5);
  });
});

describe('a message', () => {
  it('finds what it means, with one request, and is remembered', async () => {
    const { search, counts } = withModel('emulated');
    server.embeddings.length = 0;
    for (let time = 0; time < 2; time += 1)
      expect((await search.indexFor(MESSAGE)).search(MESSAGE)[0]?.item.title).toBe('Returning a machine');
    expect(server.embeddings).toHaveLength(1);
    expect(counts()).toEqual({ embedded: 2, failed: 0 });
  });

  it('finds an item by the other ways to ask for it', async () => {
    const { training } = app.container.services;
    const { search, embedChanged } = withModel('emulated');
    const question = 'Why must I wuzzle the Heron?';
    const found = async () => (await search.indexFor(question)).search(question)[0]?.item.title;
    const { id } = await training.add(ada, { title: 'Hard water', content: 'Limescale blocks the valves.' });
    await until(async () => (await titles()).includes('Hard water'));
    expect(await found()).not.toBe('Hard water');
    const [before] = (await stored()).filter(({ trainingItemId }) => trainingItemId === id);
    await training.update(ada, id, { alsoAskedAs: ['Is descaling needed?', 'Must I descale and clean it?'] });
    await until(async () =>
      (await stored()).some(({ trainingItemId, contentHash }) => trainingItemId === id && contentHash !== before?.contentHash),
    );
    await embedChanged({ signal });
    expect(await found()).toBe('Hard water');
    await training.remove(ada, id);
    await until(async () => !(await titles()).includes('Hard water'));
  });

  it('is answered from items that changed since', async () => {
    const { search, embedChanged } = withModel('emulated');
    await search.indexFor(MESSAGE);
    const { id } = await app.container.services.training.add(ada, { title: 'Wuzzling', content: 'We wuzzle it for you.' });
    await until(async () => (await titles()).length === 6);
    await embedChanged({ signal });
    const question = 'How do I descale?';
    expect((await search.indexFor(question)).search(question).map(({ item }) => item.id)).toContain(id);
    await app.container.services.training.remove(ada, id);
    await until(async () => (await titles()).length === 5);
  });

  it.each(['slow', 'broken'])('is searched for without them where the model is %s, within half a second, and counted', async (model) => {
    await app.container.db.pool.query('update training_embeddings set model = $1', [model]);
    const { search, counts } = withModel(model);
    const plain = (await createKnowledgeSearch(app.container.db).indexFor(MESSAGE)).search(MESSAGE);
    const begun = performance.now();
    expect((await search.indexFor(MESSAGE)).search(MESSAGE)).toEqual(plain);
    expect(performance.now() - begun).toBeLessThan(900);
    expect(counts()).toEqual({ embedded: 0, failed: 1 });
    await app.container.db.pool.query(`update training_embeddings set model = 'emulated'`);
  });

  it('is counted in the metrics and in what models cost', async () => {
    const caller = await app.signUp('grace');
    await caller.rest.post('/api/ai/generate-response', { customerRequest: MESSAGE });
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(/callboard_message_embeddings_total\{outcome="embedded"\} [1-9]/);
    expect(metrics).toContain('callboard_message_embeddings_total{outcome="failed"} 0');
    const { data } = await caller.graph(
      '{ assistantCosts(task: embedding) { model user { id } requests promptTokens completionTokens cost } }',
      {},
    );
    const rows = await app.container.db.prisma.assistantUsage.findMany({ where: { task: 'embedding', model: 'emulated' } });
    const promptTokens = rows.reduce((sum, row) => sum + (row.promptTokens ?? 0), 0);
    expect(promptTokens).toBeGreaterThan(20);
    expect(data?.assistantCosts).toContainEqual({
      ...{ model: 'emulated', user: null, requests: rows.length, promptTokens },
      ...{ completionTokens: 0, cost: null },
    });
  });
});
