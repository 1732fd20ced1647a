import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket, openSocket } from '#server/testing/live/socket.ts';
import { idOf } from '#server/testing/stories.ts';
import { createFixedClock, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { runWithOrigin } from './request-origin.ts';
import { ADDRESSES_PER_MINUTE, createSecurityLog, LINES_PER_MINUTE, SECURITY_EVENTS, type SecurityLog } from './security-log.ts';

interface Line {
  readonly event: string;
  readonly [name: string]: unknown;
}

const lines: Line[] = [];
/** At a level that keeps the product's own lines out. */
const log = createLogger('fatal', { write: (line) => void lines.push(JSON.parse(line)) });

let app: TestApp;
let ada: Caller;
let adaId: string;
beforeAll(async () => {
  app = await createTestApp({ log, env: { TRUST_PROXY: 'on', REGISTRATION: 'open' } });
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
  // Lines of another test are not within this minute.
  app.clock.advance(60_000);
});

const AGENT = { 'user-agent': 'Fuzz/1.0', 'x-forwarded-for': '203.0.113.7' };
const events = () => lines.map(({ event }) => event);
const SIGN_IN = 'mutation ($password: String!) { signIn(username: "ada", password: $password) { __typename } }';

describe('the security log', () => {
  it('has who came in, how, from where and when', async () => {
    ada = app.anonymous();
    const credentials = { username: 'ada', password: 'correct horse' };
    const { body } = await ada.rest.post('/api/auth/register', credentials, AGENT);
    adaId = idOf(Object(body).user ?? body);
    await ada.rest.post('/api/auth/login', credentials, AGENT);
    await ada.rest.post('/api/auth/logout', undefined, AGENT);
    await ada.rest.post('/graphql', { query: SIGN_IN, variables: { password: 'correct horse' } }, AGENT);
    const who = {
      actorId: adaId,
      username: 'ada',
      address: '203.0.113.7',
      userAgent: 'Fuzz/1.0',
      log: 'security',
      time: expect.any(Number),
    };
    expect(lines.map(({ event, transport, ...line }) => [event, transport, line])).toEqual(
      (
        [
          ['registration.succeeded', 'rest'],
          ['sign_in.succeeded', 'rest'],
          ['session.ended', 'rest'],
          ['sign_in.succeeded', 'graphql'],
        ] as const
      ).map(([event, transport]) => [event, transport, expect.objectContaining({ ...who, msg: SECURITY_EVENTS[event] })]),
    );
  });

  it('has failed sign-ins and lockouts with the name that was tried, each once and never with a password', async () => {
    const guess = () => app.anonymous().rest.post('/api/auth/login', { username: 'Nobody', password: 'a wrong guess' }, AGENT);
    for (let attempt = 0; attempt < 10; attempt += 1) await guess();
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatchObject({ event: 'sign_in.failed', username: 'Nobody', actorId: null, address: '203.0.113.7' });
    await guess();
    expect(events().at(-1)).toBe('sign_in.locked_out');
    expect(lines).toHaveLength(11);
    expect(JSON.stringify(lines)).not.toContain('wrong guess');
  });

  it('has wrong passwords that a signed-in person typed again, each once and never with the password', async () => {
    const who = await app.signUp('retyping');
    lines.length = 0;
    const { graph } = who;
    await graph('mutation { changePassword(current: "a wrong guess", new: "battery staple") { __typename } }');
    await graph('mutation { createApiToken(input: { name: "Script", scope: read, currentPassword: "a wrong guess" }) { __typename } }');
    await graph('mutation { updateProfile(input: { email: "a@example.org", currentPassword: "a wrong guess" }) { __typename } }');
    const line = { event: 'password.confirmation_failed', username: 'retyping', transport: 'graphql', level: 40 };
    expect(lines).toMatchObject([line, line, line]);
    expect(JSON.stringify(lines)).not.toContain('wrong guess');
  });

  it('has sessions that a person ended elsewhere, with their number', async () => {
    const desk = await app.signUp('several');
    const phones = [app.anonymous(), app.anonymous(), app.anonymous()];
    for (const phone of phones) await phone.rest.post('/api/auth/login', { username: 'several', password: 'correct horse' });
    const sessions: ReadonlyArray<{ id: string; current: boolean }> =
      (await desk.graph('{ sessions { id current } }')).data?.sessions ?? [];
    const id = sessions.find(({ current }) => !current)?.id;
    lines.length = 0;
    const end = () => desk.graph('mutation ($id: ID!) { endSession(id: $id) { __typename } }', { id });
    await end();
    await end();
    await desk.graph('mutation { endOtherSessions }');
    await desk.graph('mutation { endOtherSessions }');
    const line = { event: 'session.ended', username: 'several', transport: 'graphql' };
    expect(lines).toMatchObject([
      { ...line, sessionsEnded: 1 },
      { ...line, sessionsEnded: 2 },
    ]);
  });

  it('has the life of a token, its first use but not each, and nothing of its secret', async () => {
    const { secret, id } = await createToken(ada);
    for (const _ of [1, 2]) await app.anonymous().rest.get('/api/leads', bearer(secret));
    await connectSocket(app.url, { params: bearer(secret) }).then((socket) => socket.leave());
    await ada.graph('mutation ($id: ID!) { revokeApiToken(id: $id) { __typename } }', { id });
    await app.anonymous().rest.get('/api/leads', bearer(secret));
    await openSocket(app.url, { params: bearer(secret) }).closed;
    expect(lines.map(({ event, transport, subjectId }) => [event, transport, subjectId])).toEqual([
      ['token.created', 'graphql', id],
      ['token.first_used', 'rest', id],
      ['token.revoked', 'graphql', id],
      ['token.rejected', 'rest', undefined],
      ['token.rejected', 'websocket', undefined],
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('has a changed password, an export with its rows, and an import', async () => {
    await ada.rest.post('/api/leads', { name: 'Amy' });
    await ada.rest.get('/export?noun=lead&format=csv');
    const { body } = await ada.rest.send('/import?noun=lead', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'name\nBeth\n',
    });
    const id = idOf(body);
    await ada.graph('mutation ($id: ID!) { checkImport(id: $id, columns: ["name"]) { __typename } }', { id });
    await ada.graph('mutation ($id: ID!) { startImport(id: $id) { __typename } }', { id });
    await ada.graph('mutation { changePassword(current: "correct horse", new: "battery staple") { __typename } }');
    expect(lines).toMatchObject([
      { event: 'export.created', actorId: adaId, transport: 'export', noun: 'lead', format: 'csv', rows: 1 },
      { event: 'import.started', actorId: adaId, subjectId: id, noun: 'lead', rows: 1 },
      { event: 'password.changed', actorId: adaId, sessionsEnded: expect.any(Number) },
    ]);
    const { data } = await ada.graph('{ events(kinds: ["export.created"]) { nodes { subjectId data actor { username } } } }');
    expect(data?.events).toMatchObject({
      nodes: [{ subjectId: 'lead', data: { noun: 'lead', format: 'csv', rows: 1 }, actor: { username: 'ada' } }],
    });
  });

  it('has each refusal once: over REST, GraphQL, WebSocket, for another site and for another host', async () => {
    await app.anonymous().rest.get('/api/leads', AGENT);
    await app.anonymous().graph('{ leads { totalCount } }');
    await openSocket(app.url, { cookie: ada.cookie(), headers: { origin: 'https://evil.example' } }).opened.catch(() => undefined);
    await ada.rest.get('/api/leads', { 'sec-fetch-site': 'cross-site' });
    const { secret } = await createToken(ada, { password: 'battery staple' });
    lines.length = 0;
    app.clock.advance(60_000);
    await app.anonymous().rest.post('/api/leads', { name: 'Jo' }, bearer(secret));
    expect(lines.map(({ event, reason, username }) => [event, reason, username])).toEqual([
      ['token.first_used', undefined, 'ada'],
      ['access.refused', 'FORBIDDEN', 'ada'],
    ]);
  });

  it('has limits that were reached', async () => {
    await ada.graph(`{ ${Array.from({ length: 40 }, (_, at) => `a${at}: workspace { companyName }`).join(' ')} }`);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatchObject({ event: 'limit.reached', reason: 'OPERATION_TOO_LARGE', username: 'ada' });
  });
});

describe('a flood of refusals', () => {
  const flood = (securityLog: SecurityLog, count: number, address: (at: number) => string) => {
    for (let at = 0; at < count; at += 1)
      runWithOrigin(
        { address: address(at), transport: 'rest', userAgent: 'x'.repeat(5_000), response: null, actor: null, isRefusalLogged: false },
        () => securityLog.record('access.refused', { reason: 'UNAUTHENTICATED' }),
      );
  };

  it('is counted: some lines an address and a minute, then their number', () => {
    const clock = createFixedClock();
    const securityLog = createSecurityLog({ log, clock });
    flood(securityLog, 1_000, () => '10.0.0.1');
    flood(securityLog, 2, () => '10.0.0.2');
    expect(lines).toHaveLength(LINES_PER_MINUTE + 2);
    expect(lines[0]?.userAgent).toHaveLength(120);
    clock.advance(60_000);
    flood(securityLog, 1, () => '10.0.0.2');
    expect(lines.slice(LINES_PER_MINUTE + 2)).toMatchObject([
      { event: 'access.refused', address: '10.0.0.1', omitted: 1_000 - LINES_PER_MINUTE },
      { event: 'access.refused', address: '10.0.0.2', reason: 'UNAUTHENTICATED' },
    ]);
  });

  it('from ever new addresses fills neither the log nor the memory', () => {
    const securityLog = createSecurityLog({ log, clock: createFixedClock() });
    flood(securityLog, ADDRESSES_PER_MINUTE * 10, (at) => `2001:db8:0:${at.toString(16)}::1`);
    expect(lines.length).toBeLessThanOrEqual((ADDRESSES_PER_MINUTE + 1) * LINES_PER_MINUTE);
    securityLog.flush();
    expect(lines.at(-1)).toMatchObject({ address: null, omitted: ADDRESSES_PER_MINUTE * 9 - LINES_PER_MINUTE });
  });

  it('from the addresses of one IPv6 connection counts as one', () => {
    const clock = createFixedClock();
    const securityLog = createSecurityLog({ log, clock });
    flood(securityLog, 1_000, (at) => `2001:db8:1:2::${at.toString(16)}`);
    expect(lines).toHaveLength(LINES_PER_MINUTE);
    expect(lines[3]?.address).toBe('2001:db8:1:2::3');
    securityLog.flush();
    expect(lines.at(-1)).toMatchObject({ address: '2001:db8:1:2::/64', omitted: 1_000 - LINES_PER_MINUTE });
  });

  it('logs nothing when logging is off', () => {
    flood(
      createSecurityLog({ log: createLogger('silent', { write: (line) => void lines.push(JSON.parse(line)) }), clock: createFixedClock() }),
      3,
      () => '',
    );
    expect(lines).toEqual([]);
  });
});
