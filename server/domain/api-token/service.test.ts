import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS_EACH } from '#contract/api-token.ts';
import { Conflict, NotFound } from '#domain/failures.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const tokens = () => app.container.services.apiTokens;
const read = (name: string) => ({ name, scope: 'read' });

describe('the tokens of a person', () => {
  it('are listed newest first without revoked ones, each with its name and first characters', async () => {
    const ada = await signUpViewer(app, 'ada');
    const first = await tokens().create(ada, read(' Nightly  report '));
    const second = await tokens().create(ada, { ...read('Warehouse'), scope: 'write' });
    const revoked = await tokens().create(ada, read('Gone'));
    await tokens().revoke(ada, revoked.token.id);
    const page = await tokens().list(ada, {});
    expect(page.rows.map(({ name, scope, lastFour }) => [name, scope, lastFour])).toEqual([
      ['Warehouse', 'write', second.secret.slice(-4)],
      ['Nightly  report', 'read', first.secret.slice(-4)],
    ]);
    expect(await page.total()).toBe(2);
    expect(JSON.stringify(page.rows)).not.toMatch(/hash/i);
    const facts = await eventsOf(app.container.db, revoked.token.id);
    expect(facts.map(({ kind, actorId, data }) => [kind, actorId, data])).toEqual([
      ['api_token.created', ada.id, { name: 'Gone', scope: 'read', permissions: null }],
      ['api_token.revoked', ada.id, { name: 'Gone' }],
    ]);
  });

  it('are only visible to their owner, and can only be revoked by them', async () => {
    const [grace, eve] = [await signUpViewer(app, 'grace'), await signUpViewer(app, 'eve')];
    const { token, secret } = await tokens().create(grace, read('Hers'));
    expect((await tokens().list(eve, {})).rows).toEqual([]);
    await expect(tokens().revoke(eve, token.id)).rejects.toThrow(NotFound);
    await expect(tokens().revoke(eve, 'nothing')).rejects.toThrow(NotFound);
    expect(await app.container.tokens.resolve(secret)).toMatchObject({ id: grace.id });
  });

  it(`are limited to ${TOKENS_EACH}, even with parallel requests; expired ones do not count`, async () => {
    const ida = await signUpViewer(app, 'ida');
    const expiresAt = new Date(app.clock.now().getTime() + 1_000);
    await tokens().create(ida, { ...read('Short'), expiresAt });
    const made = await Promise.allSettled(
      Array.from({ length: TOKENS_EACH + 3 }, (_, number) => tokens().create(ida, read(`Script ${number}`))),
    );
    const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toBeInstanceOf(Conflict);
    app.clock.advance(1_000);
    await tokens().create(ida, read('In its place'));
    await expect(tokens().create(ida, read('One more'))).rejects.toThrow('Revoke one you no longer use.');
  });

  it.each([
    [{ scope: 'read' }, 'Name is required'],
    [{ name: ' \u0000 ', scope: 'read' }, 'Name is required'],
    [{ name: 'x'.repeat(81), scope: 'read' }, 'Please keep this under 80 characters'],
    [{ name: 'All', scope: 'admin' }, 'Choose what it may do: read or write'],
    [{ ...read('Past'), expiresAt: new Date(0) }, 'The expiry must be in the future'],
    [{ ...read('Nonsense'), expiresAt: new Date(Number.NaN) }, 'Must be a moment'],
  ])('are not made of %o', async (input, message) => {
    const ada = await signUpViewer(app, 'ada');
    await expect(tokens().create(ada, input)).rejects.toMatchObject({ name: 'Invalid', message });
  });
});
