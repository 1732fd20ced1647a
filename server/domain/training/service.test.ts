import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITIES } from '#domain/entities/entities.ts';
import type { PageRequest } from '#domain/page.ts';
import { encodeCursor } from '#domain/query/keyset.ts';
import { pageStatement } from '#domain/query/lists.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { type TrainingFilter, trainingFilter } from './service.ts';

let app: TestApp;
let training: Services['training'];
let replies: Services['replies'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  ({ training, replies } = app.container.services);
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const list = (filter: TrainingFilter, page: PageRequest) =>
  app.container.services.analyst.trainingItems.page(ada, { filter: trainingFilter(filter) }, page);
const titles = async (filter: TrainingFilter) => (await list(filter, {})).rows.map(({ title }) => title);

describe('what the assistant answers from', () => {
  const generateReply = () => replies.generate(ada, { customerRequest: 'Do you lend machines to trade fairs?', responseType: 'sales' });

  it('is what was added: the reply to a matching question changes, and changes back', async () => {
    const before = await generateReply();
    expect(before.generatedResponse).not.toContain('three days');
    const item = await training.add(ada, {
      title: 'Machines for trade fairs',
      content: 'We lend machines to trade fairs for up to three days, free of charge.',
      tags: 'trade fair, loan',
    });
    const after = await generateReply();
    expect(after.generatedResponse).toContain('We lend machines to trade fairs for up to three days');
    const cited = async (id: string) => (await replies.citations([id])).get(id)?.map(({ title }) => title) ?? [];
    expect(await cited(after.id)).toEqual(['Machines for trade fairs']);
    expect(await training.find(SERVER, item.id)).toMatchObject({ usageCount: 1, effectivenessScore: 0, tags: ['trade fair', 'loan'] });
    await replies.markUsed(ada, after.id);
    expect(await training.find(SERVER, item.id)).toMatchObject({ effectivenessScore: 100 });

    await training.update(ada, item.id, { isActive: false });
    expect((await generateReply()).generatedResponse).not.toContain('three days');
    await training.update(ada, item.id, { isActive: true });
    await training.remove(ada, item.id);
    expect((await generateReply()).generatedResponse).not.toContain('three days');
    // The answer that was given keeps what it stood on.
    expect(await cited(after.id)).toEqual(['Machines for trade fairs']);
    await training.restore(ada, item.id);
    expect((await generateReply()).generatedResponse).toContain('three days');
  });
});

describe('a training item', () => {
  it('publishes one event for each change', async () => {
    const { id } = await training.add(ada, { title: 'Descaling', content: 'Every month.' });
    await training.update(ada, id, { tags: ['scale'] });
    await training.update(ada, id, { tags: ['scale'], title: 'Descaling' });
    await training.remove(ada, id);
    await training.remove(ada, id);
    await training.restore(ada, id);
    await training.restore(ada, id);
    expect((await eventsOf(app.container.db, id)).map(({ kind, data }) => [kind, data])).toEqual([
      ['training_item.added', { title: 'Descaling', category: 'knowledge' }],
      ['training_item.updated', { changed: ['tags'] }],
      ['training_item.deleted', { title: 'Descaling', category: 'knowledge' }],
      ['training_item.restored', { title: 'Descaling', category: 'knowledge' }],
    ]);
  });

  it('that was deleted is nowhere', async () => {
    const { id } = await training.add(ada, { title: 'Gone tomorrow', content: 'Vanishing.', category: 'email' });
    await training.remove(ada, id);
    expect(await training.find(SERVER, id)).toBeNull();
    expect(await titles({ search: 'vanishing' })).toEqual([]);
    expect((await training.counts(SERVER)).find(({ category }) => category === 'email')?.count).toBe(0);
    await expect(training.update(ada, id, { title: 'New' })).rejects.toThrow('Training item not found');
    await expect(training.remove(ada, 'nobody')).rejects.toThrow('Training item not found');
  });

  it('stores HTML as text', async () => {
    const item = await training.add(ada, { title: '<b>T</b>', content: '<script>alert(1)</script>', tags: '<i>' });
    expect(item).toMatchObject({ title: '<b>T</b>', content: '<script>alert(1)</script>', tags: ['<i>'] });
  });
});

describe('the search', () => {
  beforeAll(async () => {
    await training.add(ada, { title: 'Warranty of the Heron', content: 'Two years, parts and labor.', category: 'knowledge' });
    await training.add(ada, { title: 'Warranty of the Wren', content: 'One year, parts only.', category: 'response' });
  });

  it.each([
    ['warranty', ['Warranty of the Wren', 'Warranty of the Heron']],
    ['warr', ['Warranty of the Wren', 'Warranty of the Heron']],
    ['heron warranties', ['Warranty of the Heron']],
    ['"one year"', ['Warranty of the Wren']],
    ['warranty -wren', ['Warranty of the Heron']],
    ['labor', ['Warranty of the Heron']],
    ["';drop table", []],
    ['& | ! :*', []],
  ])('for %j finds %j', async (search, found) => expect(await titles({ search })).toEqual(found));

  it('returns only the requested category', async () => {
    expect(await titles({ search: 'warranty', category: 'response' })).toEqual(['Warranty of the Wren']);
    expect(await titles({ category: 'response' })).toEqual(['Warranty of the Wren']);
  });

  it('pages without loss or repeat', async () => {
    for (let n = 0; n < 7; n += 1) await training.add(ada, { title: `Grinder ${n}`, content: 'Coarse or fine.' });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ search: 'grind' }, { first: 3, after });
      seen.push(...page.rows.map(({ title }) => title));
      const last = page.rows.at(-1);
      after = page.hasNext && last ? page.cursor(last) : null;
    } while (after);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Grinder ${n}`));
    expect(await (await list({ search: 'grind' }, {})).total()).toBe(7);
  });

  it('never reads the whole table', async () => {
    const { pool } = app.container.db;
    await pool.query(`insert into ai_training_data (id, title, content, category, updated_at, created_at)
      select 'bulk' || n, 'Bulk ' || n, 'word' || n % 997 || ' common text about coffee', 'knowledge', now(), now() from generate_series(1, 20000) n`);
    await pool.query('analyze ai_training_data');
    for (const [search, from] of [
      ['word13', null],
      ['coffee', null],
      ['word13 coffee', 'bulk5'],
      ['"common text"', null],
    ] as const) {
      const after = from && encodeCursor('trainingItem by id-', [from]);
      const query = { filter: trainingFilter({ search, category: 'knowledge' }) };
      const { text, values } = pageStatement(ENTITIES.trainingItem, query, {}, { first: 20, after }, { viewer: SERVER, now: new Date() });
      const { rows } = await pool.query(`explain ${text}`, [...values]);
      expect(JSON.stringify(rows), search).toContain('ai_training_data_words');
      expect(JSON.stringify(rows), search).not.toContain('Seq Scan');
    }
  });
});
