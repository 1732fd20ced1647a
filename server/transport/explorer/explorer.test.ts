import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLead } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { EXAMPLES } from './examples.ts';

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const filesOf = (html: string) => [...html.matchAll(/"(\/explorer\/[^"]+)"/g)].map(([, path = '']) => path);

describe('the explorer', () => {
  it('reloads a page that was opened from another site’s link, so that the cookie is sent', async () => {
    const arrival = await app.anonymous().rest.get('/graphql', { ...page, 'sec-fetch-site': 'cross-site' });
    expect([arrival.status, arrival.body]).toEqual([200, expect.stringContaining('<meta http-equiv="refresh" content="0;url=/graphql">')]);
    const again = await app
      .anonymous()
      .rest.send('/graphql', { headers: { ...page, 'sec-fetch-site': 'same-origin' }, redirect: 'manual' });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/tokens']);
  });

  it('is a page for browsers of people who are signed in, made of files of this server alone', async () => {
    const { status, headers, body } = await ada.rest.get('/graphql', page);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const html = String(body);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    const files = filesOf(html);
    expect(files).toHaveLength(7);
    for (const path of files) {
      const file = await ada.rest.get(path, { 'accept-encoding': 'gzip' });
      expect([file.status, file.headers.get('cache-control'), file.headers.get('content-encoding')], path).toEqual([
        200,
        'private, max-age=31536000, immutable',
        'gzip',
      ]);
    }
  });

  it('is found by its name, too', async () => {
    const answer = await ada.rest.send('/explorer', { headers: page, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/graphql']);
  });

  it('redirects people who are not signed in to the sign-in page, without any data', async () => {
    const stranger = app.anonymous().rest;
    const answer = await stranger.send('/graphql', { headers: page, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([303, '/tokens', null]);
    const [file = ''] = filesOf(String((await ada.rest.get('/graphql', page)).body));
    expect((await stranger.get(file)).status).toBe(404);
    for (const path of ['/explorer/nothing.js', '/explorer/../package.json', '/explorer/%2e%2e/package.json'])
      expect((await ada.rest.get(path)).status, path).toBe(404);
  });

  it('may be linked to from anywhere, and runs nothing by itself', async () => {
    const elsewhere = { ...page, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const query = encodeURIComponent('{ leads { totalCount } }');
    const { status, body } = await ada.rest.get(`/graphql?query=${query}`, elsewhere);
    expect([status, String(body).startsWith('<!doctype html>')]).toEqual([200, true]);
    expect((await ada.rest.get(`/graphql?query=${query}`, { ...elsewhere, accept: '*/*' })).status).toBe(403);
  });

  it('leaves programs their answers', async () => {
    const { secret } = await createToken(ada);
    const query = encodeURIComponent('{ leads { totalCount } }');
    for (const accept of ['*/*', 'application/json', 'application/graphql-response+json'])
      expect((await app.anonymous().rest.get(`/graphql?query=${query}`, { ...bearer(secret), accept })).body).toMatchObject({
        data: { leads: { totalCount: 0 } },
      });
  });
});

describe('its examples', () => {
  it.each(EXAMPLES.map((example) => [getOperationAST(parse(example))?.name?.value ?? '', example]))(
    '%s can be run',
    async (_name, example) => {
      const socket = await connectSocket(app.url, { cookie: ada.cookie() });
      socket.execute('example', example);
      if (getOperationAST(parse(example))?.operation === OperationTypeNode.SUBSCRIPTION) {
        socket.execute('ready', '{ workspace { companyName } }');
        await expect.poll(() => socket.data('ready')).toHaveLength(1);
        await addLead(ada, 'Jo March');
      } else {
        expect(await ada.graph(example)).toMatchObject({ status: 200, data: expect.anything() });
      }
      await expect.poll(() => socket.data('example')).toHaveLength(1);
      expect(socket.errors('example')).toEqual([]);
      socket.leave();
    },
  );
});
