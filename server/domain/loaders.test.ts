import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a mutation shows what an earlier mutation of the same request wrote', async () => {
  const customerId = idOf((await ada.rest.post('/api/customers', { name: 'Old name' })).body);
  const leadId = idOf((await ada.rest.post('/api/leads', { name: 'Jo', customerId })).body);
  const { data, errors } = await ada.graph(
    `mutation ($leadId: ID!, $customerId: ID!) {
      before: updateLead(id: $leadId, input: { notes: "1" }) { ... on Lead { customer { name leads(first: 1) { nodes { notes } } } } }
      updateCustomer(id: $customerId, input: { name: "New name" }) { __typename }
      after: updateLead(id: $leadId, input: { notes: "2" }) { ... on Lead { customer { name leads(first: 1) { nodes { notes } } } } }
    }`,
    { leadId, customerId },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    before: { customer: { name: 'Old name', leads: { nodes: [{ notes: '1' }] } } },
    updateCustomer: { __typename: 'Customer' },
    after: { customer: { name: 'New name', leads: { nodes: [{ notes: '2' }] } } },
  });
});

it('two boards of one request are each whole', async () => {
  const board = 'pipeline { columns(stages: [leads]) { leads(first: 5) { nodes { name } } } }';
  const { data } = await ada.graph(`{ one: ${board} other: ${board} }`);
  const whole = { columns: [{ leads: { nodes: [{ name: 'Jo' }] } }] };
  expect(data).toEqual({ one: whole, other: whole });
});
