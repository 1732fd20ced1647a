import { afterAll, beforeAll, expect, it } from 'vitest';
import { withBusyConnections } from '#server/testing/busy-connections.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

it('registering, passwords, sessions and signing out work while every connection is busy', async () => {
  await ada.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
  for (const browser of [app.anonymous(), app.anonymous()])
    await browser.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
  await withBusyConnections(app, 0, async () => {
    const grace = app.anonymous();
    expect(await grace.rest.post('/api/auth/register', { username: 'grace', password: 'correct horse' })).toMatchObject({ status: 201 });
    expect(await grace.rest.post('/api/auth/logout')).toMatchObject({ status: 200 });
    const confirm = await ada.graph(
      'mutation { createApiToken(input: { name: "Script", scope: read, currentPassword: "a wrong guess" }) { ... on Failure { message } } }',
    );
    expect(confirm.data).toEqual({ createApiToken: { message: 'The current password is incorrect.' } });
    const sessions: ReadonlyArray<{ id: string; current: boolean }> = (await ada.graph('{ sessions { id current } }')).data?.sessions ?? [];
    const id = sessions.find(({ current }) => !current)?.id;
    const ended = await ada.graph('mutation ($id: ID!) { endSession(id: $id) { __typename } endOtherSessions }', { id });
    expect(ended).toMatchObject({ data: { endSession: { __typename: 'ActiveSession' }, endOtherSessions: sessions.length - 2 } });
    const changed = await ada.graph('mutation { changePassword(current: "correct horse", new: "battery staple") { __typename } }');
    expect(changed.errors).toBeUndefined();
    expect(changed.data).not.toMatchObject({ changePassword: { __typename: 'Failure' } });
  });
});
