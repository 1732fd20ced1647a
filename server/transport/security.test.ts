import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { isCrossSite } from './security.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ env: { PUBLIC_URL: 'http://crm.example.com' } });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const LEADS = { query: '{ leads { totalCount } }' };
const refused = 'Cross-site requests are not allowed.';

/** The same headers on every endpoint a browser could be led to. */
const knock = async (headers: Record<string, string>) => [
  await ada.rest.post('/graphql', LEADS, headers),
  await ada.rest.get(`/graphql?query=${encodeURIComponent(LEADS.query)}`, headers),
  await ada.rest.get('/api/leads', headers),
  await ada.rest.post('/api/customers', { name: 'Ada' }, headers),
  await ada.rest.get('/schema.graphql', headers),
  await ada.rest.get('/api/no/such/path', headers),
];

describe('a request that another site sent', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'anything else' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { origin: 'crm.example.com' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://crm.example.com' },
  ])('is refused: %j', async (headers) => {
    const answers = await knock(Object.fromEntries(Object.entries(headers)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect(answers[0]?.body).toEqual({ errors: [{ message: refused, extensions: { code: 'FORBIDDEN' } }] });
    expect(answers[3]?.body).toEqual({ message: refused });
    expect(await app.container.db.prisma.customer.count()).toBe(0);
  });

  it('is refused however the path is spelled', async () => {
    for (const path of ['/%61pi/leads', '/api/%6ceads', '/gr%61phql?query={__typename}', '/schem%61.graphql']) {
      expect((await ada.rest.get(path, { 'sec-fetch-site': 'cross-site' })).status, path).toBe(403);
    }
  });

  it('may load the page itself and the health check', async () => {
    expect((await ada.rest.get('/healthz', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });
});

describe('a request of our own page, or of no browser at all', () => {
  it.each([{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: 'http://crm.example.com' }])(
    'is answered: %j',
    async (headers) => {
      const sent = Object.fromEntries(Object.entries(headers));
      expect((await ada.rest.post('/graphql', LEADS, sent)).status).toBe(200);
      expect((await ada.rest.get('/api/leads', sent)).status).toBe(200);
    },
  );

  it('may come from the host that the server was addressed by', () => {
    expect(isCrossSite({ origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }, null)).toBe(false);
    expect(isCrossSite({ origin: 'http://localhost:4000', host: '127.0.0.1:4000' }, null)).toBe(true);
    expect(isCrossSite({ origin: 'https://crm.example.com', host: 'internal:4000' }, 'https://crm.example.com/')).toBe(false);
  });
});

describe('other sites', () => {
  it('never receive permission to read', async () => {
    const answers = await knock({ origin: 'http://crm.example.com' });
    const preflight = { method: 'OPTIONS', headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' } };
    answers.push(await ada.rest.send('/graphql', preflight), await ada.rest.send('/api/leads', preflight));
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(answers.at(-1)?.status).toBe(403);
  });
});

describe('every answer', () => {
  it('sends security headers and forbids caching of data', async () => {
    for (const path of ['/api/leads', '/graphql?query={__typename}', '/api/nothing', '/api/leads/%zz', '/healthz']) {
      const { headers } = await ada.rest.get(path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
      expect(headers.get('strict-transport-security'), path).toBeNull();
      expect(headers.get('x-powered-by'), path).toBeNull();
      const policy = headers.get('permissions-policy')?.split(', ') ?? [];
      expect(
        policy.filter((rule) => !rule.endsWith('=()')),
        path,
      ).toEqual(
        ['microphone', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'].map((name) => `${name}=(self)`),
      );
      expect(policy, path).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'payment=()', 'usb=()']));
    }
    expect((await ada.rest.get('/api/leads')).headers.get('cache-control')).toBe('no-store');
    expect((await ada.rest.post('/graphql', LEADS)).headers.get('cache-control')).toBe('no-store');
  });

  it('sends HSTS when people connect over HTTPS', async () => {
    const secure = await createTestApp({ beside: app, env: { PUBLIC_URL: 'https://crm.example.com' } });
    expect((await secure.anonymous().rest.get('/api/auth/me')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
    await secure.close();
  });
});

describe('behind a proxy', () => {
  it('attempts count for the address the proxy saw, not for the one the client claims', async () => {
    const proxied = await createTestApp({ env: { TRUST_PROXY: 'on' } });
    const attempt = (forwarded: string) =>
      proxied.anonymous().rest.post('/api/auth/login', { username: 'nobody', password: 'x' }, { 'x-forwarded-for': forwarded });
    await attempt('1.1.1.1, 9.9.9.9');
    await attempt('2.2.2.2, 9.9.9.9');
    const keys = await proxied.container.db.prisma.throttle.findMany({ where: { key: { startsWith: 'sign_in_failures_address:' } } });
    expect(keys).toMatchObject([{ key: 'sign_in_failures_address:9.9.9.9', points: 2 }]);
    await proxied.close();
    await app.anonymous().rest.post('/api/auth/login', { username: 'nobody', password: 'x' }, { 'x-forwarded-for': '3.3.3.3' });
    expect(await app.container.db.prisma.throttle.count({ where: { key: { contains: '3.3.3.3' } } })).toBe(0);
  });
});
