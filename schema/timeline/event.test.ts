import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
let ben: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  ben = await app.signUp('ben');
});
afterAll(() => app.close());

const HAPPENS = `subscription ($kinds: [String!], $after: EventCursor) {
  eventAdded(kinds: $kinds, after: $after) { cursor kind subjectType subjectId data at actor { username } }
}`;
interface EventPayload {
  readonly eventAdded: { readonly cursor: string; readonly kind: string; readonly subjectId: string };
}
const Head = z.object({ customers: z.object({ eventCursor: z.string() }) });
const now = async () => Head.parse((await ada.graph('{ customers(first: 1) { eventCursor } }')).data).customers.eventCursor;

describe('everything that happens', () => {
  it('is delivered in order, after a cursor, and only with the requested kinds', async () => {
    const after = await now();
    const id = idOf((await ada.rest.post('/api/leads', { name: 'Jo March' })).body);
    await ada.rest.post('/api/customers', { name: 'Meg March' });
    await ben.rest.put(`/api/leads/${id}/stage`, { stage: 'won' });

    const events = ada.subscribe<EventPayload>(HAPPENS, { kinds: ['lead.created', 'lead.moved'], after });
    const created = await events.next();
    expect(created.eventAdded).toMatchObject({ kind: 'lead.created', subjectType: 'lead', subjectId: id, actor: { username: 'ada' } });
    expect(await events.next()).toMatchObject({
      eventAdded: { kind: 'lead.moved', subjectId: id, data: { from: 'leads', to: 'won' }, actor: { username: 'ben' } },
    });
    events.stop();

    const resumed = ada.subscribe<EventPayload>(HAPPENS, { after: created.eventAdded.cursor });
    expect((await resumed.next()).eventAdded.kind).toBe('customer.created');
    expect((await resumed.next()).eventAdded.kind).toBe('lead.moved');
    resumed.stop();
  });

  it('leaves out what is another person’s own business', async () => {
    const after = await now();
    const personal = 'mutation { createApiToken(input: { name: "nightly", scope: read }) { __typename } }';
    await ada.graph(personal);
    await ada.rest.post('/api/customers', { name: 'Beth March' });
    const kinds = ['api_token.created', 'customer.created'];
    const her = ada.subscribe<EventPayload>(HAPPENS, { kinds, after });
    const his = ben.subscribe<EventPayload>(HAPPENS, { kinds, after });
    expect((await her.next()).eventAdded.kind).toBe('api_token.created');
    expect((await his.next()).eventAdded.kind).toBe('customer.created');
    her.stop();
    his.stop();
  });

  it('rejects an unknown kind, and requests a resync when the cursor is too old', async () => {
    const mistyped = ada.subscribe(HAPPENS, { kinds: ['lead.mved'] });
    expect(await mistyped.ended).toMatchObject([{ message: expect.stringContaining('lead.mved'), extensions: { code: 'BAD_USER_INPUT' } }]);
    const ahead = ada.subscribe(HAPPENS, { after: '999999999' });
    expect(await ahead.ended).toMatchObject([{ extensions: { code: 'RESYNC' } }]);
  });
});
