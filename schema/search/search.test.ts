import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const SEARCH = `query ($text: String!) { search(text: $text) {
  leads { totalCount nodes { name } }
  customers { nodes { name } }
  transcriptions { nodes { content } }
  orders { nodes { orderNumber } }
  trainingItems { nodes { title } }
} }`;

it('finds matching records of every type', async () => {
  await ada.rest.post('/api/leads', { name: 'Jo', company: 'Plumfield' });
  await ada.rest.post('/api/leads', { name: 'Jo', company: 'Concord' });
  await ada.rest.post('/api/customers', { name: 'Meg', email: 'meg@plumfield.example' });
  await ada.rest.post('/api/transcriptions', { content: 'Customer: I am calling from Plumfield.' });
  await ada.rest.post('/api/ai/training-data', { title: 'Plumfield’s terms', content: 'Thirty days.' });
  const { db, clock } = app.container;
  const moments = { createdAt: clock.now(), updatedAt: clock.now() };
  await db.prisma.order.create({
    data: { id: 'o1', shopifyOrderId: '77', orderNumber: 'PLUMFIELD-1', totalPrice: '1.00', status: 'paid', ...moments },
  });

  const { data, errors } = await ada.graph(SEARCH, { text: 'plumfield' });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    search: {
      leads: { totalCount: 1, nodes: [{ name: 'Jo' }] },
      customers: { nodes: [{ name: 'Meg' }] },
      transcriptions: { nodes: [{ content: 'Customer: I am calling from Plumfield.' }] },
      orders: { nodes: [{ orderNumber: 'PLUMFIELD-1' }] },
      trainingItems: { nodes: [{ title: 'Plumfield’s terms' }] },
    },
  });
});

it('searches only the requested types, page by page', async () => {
  const read = await tablesRead(app.container.db, () => ada.graph('{ search(text: "jo") { leads(first: 1) { nodes { id } } } }'));
  expect(read).toContain('leads');
  expect(read).not.toContain('customers');
  expect((await ada.graph('{ search(text: "jo") { leads(first: 101) { nodes { id } } } }')).errors).toMatchObject([
    { extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});
