import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let first: TestApp;
let app: App;
let url: string;
beforeAll(async () => {
  first = await createTestApp();
  app = await createApp(first.container, null);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await first.close();
});

it('a server that drains is not ready, serves every request, and keeps no connection', async () => {
  const requests = ['/readyz', '/healthz', '/graphql?query={__typename}', '/api/leads', '/nowhere'];
  const answers = () =>
    Promise.all(
      requests.map(async (path) => {
        const { status, headers } = await fetch(`${url}${path}`);
        return [path, status, headers.get('connection')];
      }),
    );
  const before = await answers();
  expect(before).toEqual(requests.map((path, at) => [path, [200, 200, 200, 401, 404][at], 'keep-alive']));
  await app.drain(0);
  expect(await answers()).toEqual(before.map(([path, status]) => [path, path === '/readyz' ? 503 : status, 'close']));
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ message: 'The server is shutting down.' });
});
