import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const LIST = '{ customers(first: 1) { eventCursor nodes { id name } } }';
const CHANGES = `subscription ($after: EventCursor) {
  customersChanged(after: $after) { cursor kind id customer { name } actor { username } }
}`;
const Cursor = z.object({ customers: z.object({ eventCursor: z.string() }) });

const cursorNow = async () => Cursor.parse((await ada.graph(LIST)).data).customers.eventCursor;

it('nothing is missed between the page and the subscription', async () => {
  const after = await cursorNow();
  const { body } = await ada.rest.post('/api/customers', { name: 'Jo March' });
  const changes = ada.subscribe(CHANGES, { after });
  expect(await changes.next()).toEqual({
    customersChanged: {
      cursor: expect.any(String),
      kind: 'created',
      id: idOf(body),
      customer: { name: 'Jo March' },
      actor: { username: 'ada' },
    },
  });
  changes.stop();
});

it('publishes each change of the entity, and no other change', async () => {
  const { body } = await ada.rest.post('/api/customers', { name: 'Meg' });
  const changes = ada.subscribe<{ customersChanged: { kind: string; customer: { name: string } } }>(CHANGES, { after: await cursorNow() });
  await ada.rest.post('/api/leads', { name: 'Someone else' });
  await ada.graph('mutation ($id: ID!) { updateCustomer(id: $id, input: { name: "Meg March" }) { __typename } }', { id: idOf(body) });
  let change = (await changes.next()).customersChanged;
  // Customers created before may still have been on their way when the cursor was read.
  while (change.kind === 'created') change = (await changes.next()).customersChanged;
  expect(change).toMatchObject({ kind: 'updated', customer: { name: 'Meg March' } });
  changes.stop();
});
