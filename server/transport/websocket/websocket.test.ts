import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLead, BOARD_CHANGED } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket, openSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

describe('who may open a socket', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  afterAll(() => app.close());

  const open = (headers: Record<string, string> = {}) => openSocket(app.url, { cookie: ada.cookie(), headers });
  const connected = () => connectSocket(app.url, { cookie: ada.cookie() });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  ])('refuses the page of another site: %o', async (headers) => {
    await expect(open(headers).opened).rejects.toThrow('403');
  });

  it('accepts our own page', async () => {
    const client = open({ origin: app.url, 'sec-fetch-site': 'same-origin' });
    await client.opened;
    client.leave();
  });

  it('rejects clients that are not signed in', async () => {
    expect(await openSocket(app.url).closed).toEqual({ code: 4401, reason: 'Please sign in' });
    expect(await openSocket(app.url, { cookie: 'callboard_session=made-up' }).closed).toMatchObject({ code: 4401 });
  });

  /** Sends bytes as they are; resolves with what came back once the connection is over. */
  const sendRaw = (...lines: readonly string[]) =>
    new Promise<string>((resolve) => {
      const answer: string[] = [];
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      socket.on('data', (data) => answer.push(data.toString('latin1')));
      socket.on('close', () => resolve(answer.join('')));
      socket.on('error', () => undefined);
      socket.write(lines.join('\r\n'), 'latin1');
    });
  const HANDSHAKE = [
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
  ];

  it.each(['//', '/other', '/graphql/more', 'http://['])('knows no socket at %s', async (path) => {
    expect(await sendRaw(`GET ${path} HTTP/1.1`, ...HANDSHAKE, '', '')).toMatch(/^HTTP\/1\.1 40[04] /);
  });

  it('survives a client whose first frame is invalid', async () => {
    const nonsense = '\xff\xff\xff\xff\xff\xff\xff\xff';
    expect(await sendRaw('GET /graphql HTTP/1.1', ...HANDSHAKE, '', nonsense)).toMatch(/^HTTP\/1\.1 101 /);
    expect(await app.anonymous().rest.get('/healthz')).toMatchObject({ status: 200 });
  });

  it('survives clients that hang up in the middle of the handshake', async () => {
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(['GET /graphql HTTP/1.1', ...HANDSHAKE, `Cookie: ${ada.cookie()}`, '', ''].join('\r\n'));
      socket.resetAndDestroy();
    }
    expect(await app.anonymous().rest.get('/healthz')).toMatchObject({ status: 200 });
  });

  it('closes only the socket whose message is too large', async () => {
    const [loud, quiet] = await Promise.all([connected(), connected()]);
    quiet.execute('board', BOARD_CHANGED);
    loud.execute('1', `{ session { username } } # ${'x'.repeat(300_000)}`);
    expect(await loud.closed).toMatchObject({ code: 1009 });
    await addLead(ada, 'Jo March');
    await expect.poll(() => quiet.data('board')).toMatchObject([{ pipelineChanged: { lead: { name: 'Jo March' } } }]);
    quiet.leave();
  });

  it.each(['hello', { type: 'connection_ack' }, { type: 'next', id: '1', payload: {} }, { type: 'error', id: '1', payload: [] }])(
    'closes the socket that does not speak the protocol: %j',
    async (message) => {
      const client = await connected();
      client.send(message);
      expect(await client.closed).toMatchObject({ code: 4400 });
    },
  );

  it('fails an invalid operation and keeps its socket', async () => {
    const client = await connected();
    client.execute('syntax', 'subscription {');
    client.execute('field', 'subscription { weather }');
    client.execute('variable', BOARD_CHANGED, { after: 'yesterday' });
    client.execute('nothing', 'fragment Lonely on Lead { id }');
    client.execute('good', '{ workspace { companyName } }');
    await expect.poll(() => client.data('good')).toHaveLength(1);
    await expect.poll(() => ['syntax', 'field', 'variable', 'nothing'].map((id) => client.of(id)[0]?.type)).not.toContain(undefined);
    expect(client.errors('syntax')).toMatchObject([{ message: expect.stringContaining('Syntax Error') }]);
    expect(client.errors('field')).toMatchObject([{ message: 'Cannot query field "weather" on type "Subscription".' }]);
    expect(JSON.stringify(client.of('variable'))).toContain('after');
    expect(JSON.stringify(client.messages)).not.toMatch(/at .*\.ts:|stack/);
    client.leave();
  });

  const twice = (field: string, times: number) => Array.from({ length: times }, (_, index) => `a${index}: ${field}`).join(' ');
  const nested = (levels: number): string => (levels === 0 ? 'id' : `leads { nodes { customer { ${nested(levels - 1)} } } }`);
  const doubling = (times: number) =>
    Array.from({ length: times }, (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(' ');

  it.each([
    ['aliases', `{ ${twice('__typename', 21)} }`],
    ['aliases of a fragment', `{ ...Many } fragment Many on Query { ${twice('__typename', 21)} }`],
    ['root fields', `{ ${'__typename '.repeat(21)} }`],
    ['root fields of a fragment', `{ ...Many } fragment Many on Query { ${'__typename '.repeat(21)} }`],
    ['levels', `{ leads { nodes { customer { ${nested(4)} } } } }`],
    ['directives', `{ __typename ${'@include(if: true) '.repeat(21)} }`],
    ['fragments that double', `{ ...F0 } ${doubling(60)} fragment F60 on Query { __typename }`],
  ])('refuses too many %s with the same sentence as over HTTP', async (_what, query) => {
    const [client, http] = await Promise.all([connected(), ada.graph(query)]);
    client.execute('large', query);
    await expect.poll(() => client.errors('large').length).toBeGreaterThan(0);
    expect(client.errors('large').map(({ message }) => message)).toEqual(http.errors?.map(({ message }) => message));
    expect(client.errors('large').map(({ extensions }) => extensions?.code)).toContain('OPERATION_TOO_LARGE');
    client.execute('good', '{ workspace { companyName } }');
    await expect.poll(() => client.data('good')).toHaveLength(1);
    client.leave();
  });

  it('refuses too many tokens before it reads them', async () => {
    const query = `{ ${'__typename '.repeat(2_001)} }`;
    const [client, http] = await Promise.all([connected(), ada.graph(query)]);
    client.execute('large', query);
    await expect.poll(() => client.errors('large').length).toBeGreaterThan(0);
    client.leave();
    expect(client.errors('large')).toMatchObject([{ message: http.errors?.[0]?.message }]);
    expect(client.errors('large')).toMatchObject([{ message: expect.stringContaining('2000 tokens') }]);
  });

  it('begins no session, which it could not give, and leaves the present one alone', async () => {
    const before = await app.container.db.prisma.session.count();
    const client = await connected();
    client.execute('in', 'mutation { signIn(username: "ada", password: "correct horse") { __typename } }');
    client.execute('new', 'mutation { register(input: { username: "eve", password: "correct horse" }) { __typename } }');
    for (const id of ['in', 'new']) await expect.poll(() => JSON.stringify(client.messages)).toContain(`"id":"${id}"`);
    expect(JSON.stringify(client.messages)).toContain('Register and sign in over HTTP');
    expect(await app.container.db.prisma.session.count()).toBe(before);
    expect((await ada.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'ada' } });
    client.leave();
  });

  it('bounds how much one socket may have under way', async () => {
    const client = await connected();
    for (let number = 1; number <= 51; number += 1) client.execute(String(number), BOARD_CHANGED);
    await expect.poll(() => client.errors('51')).toMatchObject([{ extensions: { code: 'TOO_MANY_IN_PROGRESS' } }]);
    expect(client.errors('50')).toEqual([]);
    client.send({ id: '1', type: 'complete' });
    client.execute('52', '{ workspace { companyName } }');
    await expect.poll(() => client.data('52')).toHaveLength(1);
    client.leave();
    await expect.poll(app.container.subscriberCount).toBe(0);
  });
});
