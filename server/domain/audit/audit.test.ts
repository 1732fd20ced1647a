import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_EVENTS } from '#server/security-log.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { AUDITED_SECURITY_EVENTS, groupOf } from './kinds.ts';

let app: TestApp;
let ada: Caller;
let bob: Caller;
let bobId: string;

interface Entry {
  readonly kind: string;
  readonly group: string;
  readonly address: string | null;
  readonly credentialId: string | null;
  readonly username: string | null;
  readonly details: string;
  readonly actor: { readonly username: string } | null;
}

const ENTRIES = `query ($filter: AuditFilter, $first: Int, $after: String) {
  auditEntries(filter: $filter, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { id kind group address credentialId username details subjectId actor { username } }
  }
}`;

const read = async (variables: Record<string, unknown> = {}, caller = ada) => {
  await app.container.securityEvents.flush();
  const { data, errors } = await caller.graph(ENTRIES, { first: 100, ...variables });
  const entries: readonly Entry[] = Object(data).auditEntries?.nodes ?? [];
  return { page: Object(data).auditEntries, entries, errors };
};

beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  bob = await app.signUp('bob');
  bobId = (await app.container.db.prisma.user.findFirstOrThrow({ where: { username: 'bob' } })).id;
});
afterAll(() => app.close());

describe('the audit', () => {
  it('tells of a sign-in, a failed one, an export, a change of permissions and one of a lead, with who and from where', async () => {
    await bob.rest.post('/api/auth/login', { username: 'bob', password: 'correct horse' });
    await app.anonymous().rest.post('/api/auth/login', { username: 'bob', password: 'wrong horse' });
    await bob.rest.send('/export?noun=lead&format=csv', { method: 'GET' });
    const lead = await bob.rest.post('/api/leads', { name: 'Ledger' });
    const id = String(Object(lead.body).id);
    await bob.graph(`mutation { moveLead(id: "${id}", stage: won) { __typename } }`);
    const { services, db } = app.container;
    const session = await db.prisma.session.findFirstOrThrow({ where: { user: { username: 'ada' } }, include: { user: true } });
    const credential = { kind: 'session', id: session.id, expiresAt: session.expiresAt, signedInAt: session.createdAt } as const;
    const viewer = { ...session.user, credential, access: await app.container.directory.accessOf(session.userId) };
    await services.people.setPermission(viewer, { role: 'rep', noun: 'lead', action: 'delete', scope: null });

    const { entries } = await read();
    const of = (kind: string) => entries.find((entry) => entry.kind === kind);
    const bobs = await db.prisma.session.findMany({ where: { userId: bobId } });
    for (const kind of ['session.started', 'export.created', 'lead.created', 'lead.moved']) {
      expect(of(kind), kind).toMatchObject({ actor: { username: 'bob' }, address: '127.0.0.1' });
      expect(bobs.map((each) => each.id)).toContain(of(kind)?.credentialId);
    }
    expect(JSON.parse(of('session.started')?.details ?? '')).toEqual({ method: 'password' });
    expect(of('sign_in.failed')).toMatchObject({
      group: 'sign_in',
      username: 'bob',
      actor: null,
      address: '127.0.0.1',
      credentialId: null,
    });
    // Done by the server itself, as far as the log knows: no request.
    expect(of('role.changed')).toMatchObject({ group: 'access', actor: { username: 'ada' }, address: null, credentialId: null });
    expect(JSON.parse(of('role.changed')?.details ?? '')).toMatchObject({ noun: 'lead', action: 'delete', from: 'own', to: null });
    expect(entries.filter(({ kind }) => kind.startsWith('sign_in'))).toHaveLength(1);
  });

  it('is filtered by person, group, subject, address and time, and read page by page', async () => {
    const kinds = async (filter: object) => [...new Set((await read({ filter })).entries.map(({ kind }) => kind))].toSorted();
    expect(await kinds({ group: 'export' })).toEqual(['export.created']);
    expect(await kinds({ group: 'sign_in', personId: bobId })).toEqual(['session.ended', 'session.started']);
    expect(await kinds({ subjectId: 'rep' })).toEqual(['role.changed']);
    expect(await kinds({ address: '203.0.113.9' })).toEqual([]);
    expect(await kinds({ from: '2026-11-21T00:00:00.000Z' })).toEqual([]);
    expect(await kinds({ to: '2026-11-21T00:00:00.000Z', group: 'export' })).toEqual(['export.created']);
    const { page } = await read({ first: 2 });
    const ids = page.nodes.map(({ id }: { id: string }) => id);
    for (let { hasNextPage, endCursor } = page.pageInfo; hasNextPage; ) {
      const next = await read({ first: 2, after: endCursor });
      ids.push(...next.page.nodes.map(({ id }: { id: string }) => id));
      ({ hasNextPage, endCursor } = next.page.pageInfo);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(page.totalCount);
  });

  it('leaves as CSV, and tells of that, too', async () => {
    const question = new URLSearchParams({ noun: 'auditEntry', format: 'csv', where: JSON.stringify({ group: 'access' }) });
    const response = await fetch(`${app.url}/export?${question}`, { headers: { cookie: ada.cookie() } });
    const [head, ...rows] = (await response.text()).trim().split('\r\n');
    expect(response.headers.get('content-disposition')).toContain('audit-entries-2026-11-20.csv');
    expect(head).toBe('at,kind,actorId,username,subjectType,subjectId,address,credentialId,transport,userAgent,details,id');
    expect(rows.some((row) => row.includes('role.changed'))).toBe(true);
    expect(rows.some((row) => row.includes('lead.moved'))).toBe(false);
    const { entries } = await read({ filter: { group: 'export' } });
    expect(entries.map(({ details }) => JSON.parse(details).noun)).toContain('auditEntry');
  });

  it('is for admins who are signed in', async () => {
    expect((await read({}, bob)).errors).toMatchObject([{ message: 'Your role does not let you configure people. Ask an admin.' }]);
    const question = new URLSearchParams({ noun: 'auditEntry', format: 'csv' });
    expect((await fetch(`${app.url}/export?${question}`, { headers: { cookie: bob.cookie() } })).status).toBe(403);
    const events = await bob.graph('{ events(first: 1) { nodes { kind } } }');
    expect(events.errors).toBeUndefined();
    expect((await bob.graph('{ events(first: 1) { nodes { address } } }')).errors).toHaveLength(1);
  });

  it('shows each line of the security log of which no event tells', async () => {
    const { rows } = await app.container.db.pool.query<{ definition: string }>(`select pg_get_viewdef('audit_entries') as definition`);
    // The view leaves out the lines an event tells of, and so no other one.
    const shown = Object.keys(SECURITY_EVENTS).filter((kind) => !rows[0]?.definition.includes(`'${kind}'`));
    expect(shown.toSorted()).toEqual(Object.keys(AUDITED_SECURITY_EVENTS).toSorted());
    for (const kind of shown) expect(groupOf(kind), kind).not.toBe('change');
  });
});
