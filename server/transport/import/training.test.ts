import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const items = () =>
  app.container.db.prisma.trainingItem.findMany({
    orderBy: { title: 'asc' },
    select: { title: true, content: true, category: true, alsoAskedAs: true, isActive: true },
  });
const phrasings = () =>
  app.container.db.prisma.trainingPhrasing.findMany({ orderBy: { text: 'asc' }, select: { text: true, source: true } });

it('training items are imported with their other ways to ask, exported alike, and an undo brings back what was there', async () => {
  await ada.rest.post('/api/ai/training-data', {
    title: 'Returns',
    content: 'Within 30 days.',
    alsoAskedAs: ['Send it back?', 'Refunds?'],
  });
  const before = await items();
  app.clock.advance(60_000);
  const content = [
    'Title,Answer,Category,Also asked as',
    'returns,Within 60 days.,Knowledge,"Refunds?\nHow do I return, for example, a grinder?"',
    'Gift vouchers,Sold in the shop.,Response,Vouchers? | Gift cards?',
    'No answer,,,',
    'Opening hours,From 9 to 5.,Gossip,',
    'RETURNS,Never.,,',
    '',
  ].join('\n');
  const { id, done } = await importer(ada).bring(content, 'trainingItem');
  expect(done).toMatchObject({ created: 1, updated: 1 });
  const imported = [
    { title: 'Gift vouchers', content: 'Sold in the shop.', category: 'response', alsoAskedAs: 'Vouchers?\nGift cards?', isActive: true },
    {
      title: 'returns',
      content: 'Within 60 days.',
      category: 'knowledge',
      alsoAskedAs: 'Refunds?\nHow do I return, for example, a grinder?',
      isActive: true,
    },
  ];
  expect(await items()).toEqual(imported);
  expect(await phrasings()).toEqual([
    { text: 'Gift cards?', source: 'imported' },
    { text: 'How do I return, for example, a grinder?', source: 'imported' },
    { text: 'Refunds?', source: 'written' },
    { text: 'Vouchers?', source: 'imported' },
  ]);
  const report = await fetch(`${app.url}/import/${id}/report`, { headers: { cookie: ada.cookie() } });
  const reported = await report.text();
  for (const reason of ['Content: Content is required', 'Category: Unknown category', 'Same training item as row 2.'])
    expect(reported).toContain(reason);

  const columns = 'title,content,category,alsoAskedAs';
  const exported = await fetch(`${app.url}/export?noun=trainingItem&format=csv&columns=${columns}`, { headers: { cookie: ada.cookie() } });
  app.clock.advance(60_000);
  const again = await importer(ada).bring(await exported.text(), 'trainingItem');
  expect(again.done).toMatchObject({ created: 0, updated: 0 });
  expect(await items()).toEqual(imported);

  expect(await importer(ada).undo(id)).toMatchObject({ undone: 2, kept: 0 });
  expect(await items()).toEqual(before);
  expect((await phrasings()).map(({ text }) => text)).toEqual(['Refunds?', 'Send it back?']);
});
