import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Caller } from '#server/testing/caller.ts';
import { rawRequest } from '#server/testing/raw-request.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createHostCheck } from './allowed-hosts.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ env: { ALLOWED_HOSTS: 'crm.internal' } });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'graphql-transport-ws',
};
const JSON_BODY = { 'content-type': 'application/json' };
const LEADS = JSON.stringify({ query: '{ leads { totalCount } }' });

/** Every endpoint that a page could reach, requested with one host name. */
const requestAll = async (host: string) => {
  const headers = { host, cookie: ada.cookie(), origin: `http://${host}` };
  const get = (path: string, more: Parameters<typeof rawRequest>[1] = { headers: {} }) =>
    rawRequest(`${app.url}${path}`, { ...more, headers: { ...headers, ...more.headers } });
  return {
    page: await get('/'),
    graphql: await get('/graphql', { method: 'POST', headers: JSON_BODY, body: LEADS }),
    stream: await get('/graphql?query=subscription{pipelineChanged{cursor}}x', { headers: { accept: 'text/event-stream' } }),
    rest: await get('/api/leads'),
    export: await get('/export?noun=lead'),
    import: await get('/import?noun=lead', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'name\nAmy\n' }),
    webhook: await get('/webhooks/shopify', { method: 'POST', headers: JSON_BODY, body: '{}' }),
    socket: await get('/graphql', { headers: UPGRADE }),
  };
};

describe('a request for a host name that is not this server’s', () => {
  it('is refused with 421 by every endpoint: a page whose name was made to resolve here learns nothing', async () => {
    const answers = await requestAll('evil.example:4000');
    for (const [name, { status }] of Object.entries(answers)) expect([name, status]).toEqual([name, 421]);
    const message = expect.stringContaining('does not answer to this host name');
    expect(JSON.parse(answers.graphql.body)).toEqual({ errors: [{ message, extensions: { code: 'HOST_NOT_ALLOWED' } }] });
    expect(JSON.parse(answers.rest.body)).toEqual({ message, code: 'HOST_NOT_ALLOWED' });
  });

  it('still learns whether the server is alive, and none of its numbers', async () => {
    const status = async (path: string) => (await rawRequest(`${app.url}${path}`, { headers: { host: 'evil.example' } })).status;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
    expect([await status('/metrics'), await status('/healthz/detail')]).toEqual([404, 404]);
  });

  it('is answered under the names of ALLOWED_HOSTS, on any port', async () => {
    for (const host of ['crm.internal', 'CRM.internal:8443', 'localhost:5173', '127.0.0.1', '[::1]:4000'])
      expect((await rawRequest(`${app.url}/api/leads`, { headers: { host, cookie: ada.cookie() } })).status, host).toBe(200);
    expect((await rawRequest(`${app.url}/graphql`, { headers: { ...UPGRADE, host: 'crm.internal', cookie: ada.cookie() } })).status).toBe(
      101,
    );
  });
});

describe('the allowed hosts', () => {
  const PUBLIC = { PUBLIC_URL: 'https://crm.example.com' };
  const OPEN = { HOST: '0.0.0.0' };
  it.each<[string, Record<string, string>, readonly string[], readonly string[]]>([
    ['on loopback', {}, ['localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'localhost.'], ['192.168.1.5', 'crm.example.com']],
    ['on loopback behind a proxy', PUBLIC, ['crm.example.com', 'crm.example.com:443', '127.0.0.1:4000'], ['example.com', '10.0.0.5']],
    ['on IPv6 loopback', { HOST: '::1' }, ['[::1]:4000', 'localhost:4000'], ['[2001:db8::1]:4000']],
    ['on every address', OPEN, ['192.168.1.5:4000', '[2001:db8::1]:4000', 'localhost:4000'], ['evil.example', 'localhost.evil.example']],
    ['on every address, with a name', { ...OPEN, ...PUBLIC }, ['crm.example.com'], ['192.168.1.5:4000', 'localhost', '127.0.0.1']],
    ['on a name', { HOST: 'crm.lan' }, ['crm.lan:4000', '10.1.2.3'], ['evil.example']],
    ['with more names', { ...OPEN, ...PUBLIC, ALLOWED_HOSTS: 'a.example, 10.0.0.5' }, ['A.example:1', '10.0.0.5'], ['b.example']],
  ])('%s', (_name, env, allowed, refused) => {
    const isAllowed = createHostCheck(readConfig(env));
    for (const host of allowed) expect([host, isAllowed(host)]).toEqual([host, true]);
    for (const host of [...refused, '', 'a b', 'crm.example.com@evil.example', 'evil.example/crm.example.com', '\\', undefined])
      expect([host, isAllowed(host)]).toEqual([host, false]);
  });

  it('are host names, not addresses with a scheme', () => {
    expect(() => readConfig({ ALLOWED_HOSTS: 'http://crm.example.com' })).toThrow('ALLOWED_HOSTS must be host names such as');
  });
});
