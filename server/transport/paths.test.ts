import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { REST_ROUTES } from './rest/table.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

describe('a known path', () => {
  it.each([
    ['DELETE', '/api/leads', 'GET, POST'],
    ['GET', '/api/auth/login', 'POST'],
    ['GET', '/api/leads/1/stage', 'PUT'],
    ['PATCH', '/api/customers/interaction-flows', 'GET, POST'],
    ['PUT', '/api/email-templates/1', 'GET, PATCH, DELETE'],
    ['OPTIONS', '/api/transcriptions', 'GET, POST'],
  ])('returns the allowed methods: %s %s', async (method, path, allow) => {
    const { status, headers, body } = await ada.rest.send(path, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body).toEqual({ message: expect.stringMatching(`^${method} is not allowed here\\. Use [A-Z, or]+\\.$`) });
  });

  it('returns them in the form of a GraphQL error for GraphQL', async () => {
    const { status, headers, body } = await ada.rest.send('/graphql', { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  it('is the same with a slash at its end', async () => {
    expect((await ada.rest.get('/api/leads/')).body).toEqual([]);
    expect((await ada.rest.post('/api/leads/', { name: 'Jo March' })).status).toBe(201);
    for (const { path, method, isPublic } of REST_ROUTES.filter(({ isPublic }) => !isPublic))
      expect([path, isPublic, (await app.anonymous().rest.send(`${path}/`, { method })).status]).toEqual([path, false, 401]);
  });
});

it('an unknown path is not found, with any method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) expect((await ada.rest.send('/api/nothing', { method })).status).toBe(404);
});
