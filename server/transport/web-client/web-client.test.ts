import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__" src="/assets/app-1.js"></script>';

let dist: string;
let app: TestApp;
beforeAll(async () => {
  dist = await createTempDirectory('callboard-web-');
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), PAGE);
  await writeFile(join(dist, 'assets/app-1.js'), 'export {};');
  await writeFile(join(dist, 'assets/app-1.js.br'), 'compressed');
  await writeFile(join(dist, 'secret.txt'), 'not for the world');
  app = await createTestApp({ webDist: dist });
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const get = (path: string, headers?: HeadersInit) => app.anonymous().rest.get(path, headers);
const nonceOf = (page: unknown) => /<script nonce="([^"]+)"/.exec(String(page))?.[1] ?? '';

describe('the page', () => {
  it.each([
    '/',
    '/pipeline',
    '/customers',
    '/no/such/page',
    '/apiary',
    '/index.html',
    '/favicon.ico',
    '/secret.txt',
    '/%2e%2e/secret.txt',
    '/a?b=/api/',
  ])('answers %s', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    expect(body).toBe(PAGE.replaceAll('__CSP_NONCE__', nonceOf(body)));
  });

  it('is for people who follow a link from elsewhere, too', async () => {
    expect((await get('/pipeline', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).status).toBe(200);
  });

  it('may load its own files only, and run nothing without the nonce of this very answer', async () => {
    const answers = [await get('/'), await get('/')];
    const nonces = answers.map(({ body }) => nonceOf(body));
    expect(new Set(nonces).size).toBe(2);
    for (const [turn, { headers, body }] of answers.entries()) {
      expect(nonces[turn]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(body).not.toContain('__CSP_NONCE__');
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonces[turn]}'`,
        `style-src 'self' 'nonce-${nonces[turn]}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('answers HEAD without a body, and nothing but GET and HEAD', async () => {
    const { status, body } = await app.anonymous().rest.send('/pipeline', { method: 'HEAD' });
    expect([status, body]).toEqual([200, null]);
    expect((await app.anonymous().rest.post('/pipeline', {})).status).toBe(404);
  });
});

describe('its files', () => {
  it('never change under their name', async () => {
    const { status, headers, body } = await get('/assets/app-1.js', { 'accept-encoding': 'identity' });
    expect([status, body]).toEqual([200, 'export {};']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/assets/gone.js', '/assets/', '/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/assets/..%2fsecret.txt'])(
    'do not include %s',
    async (path) => {
      const { body } = await get(path);
      expect(body).not.toBe('not for the world');
    },
  );

  it('that are missing are not found, rather than a page', async () => {
    const { status, body } = await get('/assets/gone.js');
    expect([status, body]).toEqual([404, { message: 'Not found' }]);
  });
});

describe('a path that answers with data', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api?x=1', '/graphql/nothing', '/webhooks/none', '/api/leads/1/stage/more'])(
    'and is unknown is not found: %s',
    async (path) => {
      const { status, body, headers } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
      expect(body).toMatchObject(path.startsWith('/graphql') ? { errors: [{ message: 'Not found' }] } : { message: 'Not found' });
    },
  );
});
