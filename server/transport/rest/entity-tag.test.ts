import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, RestAnswer } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  grace = await app.signUp('grace');
});
afterAll(() => app.close());

const tagOf = ({ headers }: RestAnswer) => headers.get('etag') ?? '';
const change = (who: Caller, method: 'PATCH' | 'PUT', path: string, body: object, ifMatch?: string) =>
  who.rest.send(path, {
    method,
    headers: { 'content-type': 'application/json', ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
    body: JSON.stringify(body),
  });

describe.each([
  ['/api/leads', { name: 'Jo' }, { company: 'Acme' }, 'lead'],
  ['/api/customers', { name: 'Jo' }, { company: 'Acme' }, 'customer'],
  ['/api/email-templates', { name: 'Hello', subject: 'Hello', body: 'Hello', type: 'quote' }, { subject: 'Dear' }, 'template'],
  ['/api/ai/training-data', { title: 'Returns', content: '30 days.', category: 'knowledge', tags: [] }, { title: 'Refunds' }, 'item'],
  ['/api/transcriptions', { content: 'Rep: Hello.', type: 'support' }, { priority: 'high' }, 'call'],
] as const)('a row of %s', (path, row, changes, label) => {
  it('is changed if its ETag is current, and otherwise returned unchanged', async () => {
    const added = await ada.rest.post(path, row);
    const id = idOf(added.body);
    expect(tagOf(added)).toBe(`"${id}@${Object(added.body).updatedAt}"`);
    const changed = await change(grace, 'PATCH', `${path}/${id}`, changes, tagOf(added));
    expect([changed.status, Object(changed.body)]).toEqual([200, expect.objectContaining(changes)]);
    expect(tagOf(changed)).not.toBe(tagOf(added));

    const late = await change(ada, 'PATCH', `${path}/${id}`, row, tagOf(added));
    const message = `grace changed this ${label} after you loaded it. Your changes were not saved.`;
    expect([late.status, late.body]).toEqual([412, { message, code: 'PRECONDITION_FAILED', current: changed.body }]);
    expect(tagOf(late)).toBe(tagOf(changed));
    expect((await change(ada, 'PATCH', `${path}/${id}`, {}, `"another", ${tagOf(late)}`)).status).toBe(200);
  });
});

describe.each(['/api/leads', '/api/customers', '/api/transcriptions'])('GET %s/:id', (path) => {
  it('answers the row and its ETag, or that there is none', async () => {
    const added = await ada.rest.post(path, { name: 'Jo', content: 'Rep: Hello.' });
    const read = await ada.rest.get(`${path}/${idOf(added.body)}`);
    expect([read.status, read.body, tagOf(read)]).toEqual([200, added.body, tagOf(added)]);
    expect((await ada.rest.get(`${path}/01a1f84a-95c0-7000-8000-000000000000`)).status).toBe(404);
  });
});

describe('If-Match', () => {
  const added = async () => {
    const lead = await ada.rest.post('/api/leads', { name: 'Jo' });
    return { path: `/api/leads/${idOf(lead.body)}`, tag: tagOf(lead) };
  };

  it('of * changes any existing row, and no missing one', async () => {
    const { path } = await added();
    expect((await change(ada, 'PATCH', path, { company: 'Acme' }, '*')).status).toBe(200);
    expect((await change(ada, 'PATCH', '/api/leads/01a1f84a-95c0-7000-8000-000000000000', {}, '*')).status).toBe(404);
  });

  it.each(['', 'abc', '"abc', '"a" "b"', '*, "a"', '"a",'])('that reads %j is refused', async (ifMatch) => {
    const { path } = await added();
    const { status, body } = await change(ada, 'PATCH', path, { company: 'Acme' }, ifMatch);
    expect([status, body]).toEqual([400, { message: 'If-Match must be * or an ETag in double quotes.' }]);
    expect(Object((await ada.rest.get(path)).body).company).toBeNull();
  });

  it('with a weak tag, one of another row, or one we never made matches nothing', async () => {
    const { path, tag } = await added();
    const other = await added();
    for (const ifMatch of [`W/${tag}`, other.tag, '"abc"', tag.replace(/@.*/, '@never"')]) {
      expect((await change(ada, 'PATCH', path, { company: 'Acme' }, ifMatch)).status, ifMatch).toBe(412);
    }
  });

  it('guards a move, too', async () => {
    const { path, tag } = await added();
    expect((await change(grace, 'PUT', `${path}/stage`, { stage: 'quoted' }, tag)).status).toBe(200);
    const late = await change(ada, 'PUT', `${path}/stage`, { stage: 'won' }, tag);
    expect([late.status, Object(late.body).current.stage]).toEqual([412, 'quoted']);
  });
});
