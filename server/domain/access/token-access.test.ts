import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenPermission } from '#contract/api-token.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { follow } from '#server/testing/live/event-stream.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

// Nora and Nick are in one team, Sven in none. All of them see everything; Ada is the admin.
let app: TestApp;
let ada: Viewer;
const callers = new Map<string, Caller>();
const viewers = new Map<string, Viewer>();
const as = (name: string) => callers.get(name) ?? app.anonymous();
const viewer = (name: string) => viewers.get(name) ?? ada;

const OWN_LEADS = [{ noun: 'lead', actions: ['read'], scope: 'own' }] as const satisfies readonly TokenPermission[];
const tokenOf = async (name: string, permissions: readonly TokenPermission[], scope: 'read' | 'write' = 'read') =>
  createToken(as(name), { permissions, scope });
const headersOf = async (name: string, permissions: readonly TokenPermission[], scope?: 'read' | 'write') =>
  bearer((await tokenOf(name, permissions, scope)).secret);
const graph = async (headers: Record<string, string>, query: string, variables?: object) => {
  const { body } = await app.anonymous().rest.post('/graphql', { query, variables }, headers);
  return { data: Object(body).data, errors: Object(body).errors };
};
const leadId = async (owner: string) => (await app.container.db.prisma.lead.findFirstOrThrow({ where: { name: `Lead of ${owner}` } })).id;
const customerId = async (owner: string) =>
  (await app.container.db.prisma.customer.findFirstOrThrow({ where: { name: `Customer of ${owner}` } })).id;

beforeAll(async () => {
  app = await createTestApp();
  const { services } = app.container;
  ada = await signUpViewer(app, 'ada');
  const north = await services.people.createTeam(ada, { name: 'North' });
  for (const name of ['nora', 'nick', 'sven']) {
    callers.set(name, await app.signUp(name));
    const user = await app.container.db.prisma.user.findFirstOrThrow({ where: { username: name } });
    const credential = { kind: 'session', id: name, expiresAt: app.clock.now(), signedInAt: app.clock.now() } as const;
    viewers.set(name, { ...user, credential, access: await app.container.directory.accessOf(user.id) });
    if (name !== 'sven') await services.people.changePerson(ada, user.id, { teamId: north.id });
    await services.leads.create(viewer(name), { name: `Lead of ${name}`, value: '100' });
    await services.customers.create(viewer(name), { name: `Customer of ${name}` });
  }
  await services.notifications.add({ userId: viewer('nora').id, kind: 'lead', title: 'Customer of sven ordered' });
});
afterAll(() => app.close());

describe('a token that may read its owner’s leads', () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = await headersOf('nora', OWN_LEADS);
  });

  it('reads them in lists, counts, the board, groups, analytics, search and REST, and nothing of others', async () => {
    const { data, errors } = await graph(
      headers,
      `{
        session { permissions user { username } }
        leads { nodes { name } totalCount }
        pipeline { columns(stages: [leads]) { count value leads { nodes { name } } } }
        leadGroups(by: [{ field: stage }]) { nodes { count } }
        analytics(range: { period: all_time }) { leads { total } }
        search(text: "of") { leads { nodes { name } } customers { nodes { name } } }
        customers { nodes { name } totalCount }
        customerGroups(by: [{ field: company }]) { nodes { count } }
        transcriptions { totalCount } orders { totalCount } trainingItems { totalCount } emailTemplates { totalCount }
        imports { id }
        similarCustomers(email: "a@example.com") { customer { id } }
      }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      session: { permissions: ['lead.read'], user: { username: 'nora' } },
      leads: { nodes: [{ name: 'Lead of nora' }], totalCount: 1 },
      pipeline: { columns: [{ count: 1, value: '100.00', leads: { nodes: [{ name: 'Lead of nora' }] } }] },
      leadGroups: { nodes: [{ count: 1 }] },
      analytics: { leads: { total: 1 } },
      search: { leads: { nodes: [{ name: 'Lead of nora' }] }, customers: { nodes: [] } },
      customers: { nodes: [], totalCount: 0 },
      customerGroups: { nodes: [] },
      ...{ transcriptions: { totalCount: 0 }, orders: { totalCount: 0 }, trainingItems: { totalCount: 0 } },
      ...{ emailTemplates: { totalCount: 0 }, imports: [], similarCustomers: [] },
    });
    const rest = app.anonymous().rest;
    expect((await rest.get('/api/leads', headers)).body).toMatchObject([{ name: 'Lead of nora' }]);
    expect((await rest.get('/api/customers', headers)).body).toEqual([]);
    expect((await rest.get(`/api/customers/${await customerId('nora')}`, headers)).status).toBe(404);
    expect((await rest.get(`/api/leads/${await leadId('nick')}`, headers)).status).toBe(404);
    const single = `{ own: lead(id: "${await leadId('nora')}") { name } foreign: lead(id: "${await leadId('nick')}") { name } }`;
    expect((await graph(headers, single)).data).toEqual({ own: { name: 'Lead of nora' }, foreign: null });
  });

  it('is told of no other event', async () => {
    const { data } = await graph(headers, '{ events(first: 100) { nodes { kind } } }');
    const kinds = Object(data).events.nodes.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(['api_token.created', 'lead.created', 'notification.added']);
  });

  it.each([
    'coachingRules { rules { key } }',
    'integrations { provider }',
    'teams { name }',
    'roles { key }',
    'assignees { username }',
    'notifications { nodes { title } unreadCount }',
    'workspaceSettings { set }',
    'apiTokens { totalCount }',
    'passkeys { name }',
    'secondFactor { totp }',
    'deadLetters { totalCount }',
    'people { totalCount }',
    'auditEntries { totalCount }',
  ])('is refused: %s', async (field) => {
    const { data, errors } = await graph(headers, `{ ${field} }`);
    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('reads no progress of coaching', async () => {
    const { data, errors } = await graph(headers, '{ coachingProgress { sessions } }');
    expect(data ?? null).toBeNull();
    expect(errors).toHaveLength(1);
  });

  it('exports nothing', async () => {
    for (const noun of ['lead', 'customer', 'order']) {
      const response = await fetch(`${app.url}/export?noun=${noun}&format=csv`, { headers });
      expect([noun, response.status]).toEqual([noun, 403]);
      expect(await response.text()).not.toContain('of nora');
    }
  });

  it('hears of its owner’s leads alone, in streams and sockets', async () => {
    const query = 'subscription { pipelineChanged { lead { name } columns { stage count } } }';
    const notes = 'subscription { notificationAdded { notification { title } } }';
    const stream = await follow(app.url, query, headers);
    const socket = await connectSocket(app.url, { params: headers });
    socket.execute('board', query);
    socket.execute('customers', 'subscription { customersChanged { customer { name } } }');
    socket.execute('notes', notes);
    await until(() => app.container.subscriberCount() >= 3);
    const { services } = app.container;
    await services.leads.create(viewer('sven'), { name: 'Second of sven' });
    await services.customers.create(viewer('nora'), { name: 'Second of nora' });
    await services.notifications.add({ userId: viewer('nora').id, kind: 'lead', title: 'Somebody ordered' });
    const mine = await services.leads.create(viewer('nora'), { name: 'Last of nora' });
    expect(await stream.next()).toMatchObject({ data: { data: { pipelineChanged: { lead: { name: 'Last of nora' } } } } });
    await expect.poll(() => socket.data('board')).toHaveLength(1);
    expect(socket.data('customers')).toEqual([]);
    expect(JSON.stringify(socket.of('notes'))).not.toContain('Somebody ordered');
    stream.leave();
    socket.leave();
    await app.container.db.prisma.lead.delete({ where: { id: mine.id } });
  });

  it('does not share results with its owner, who asks the same at the same time', async () => {
    const query = '{ pipeline { columns(stages: [leads]) { count } } leads { totalCount } }';
    const [own, all] = await Promise.all([graph(headers, query), as('nora').graph(query), graph(headers, query), as('nora').graph(query)]);
    expect(own.data).toEqual({ pipeline: { columns: [{ count: 1 }] }, leads: { totalCount: 1 } });
    expect(all.data).toEqual({ pipeline: { columns: [{ count: 4 }] }, leads: { totalCount: 4 } });
  });
});

describe('a token with chosen permissions', () => {
  it('of the scope team reads the team’s, also where its owner sees everything', async () => {
    const headers = await headersOf('nora', [{ noun: 'lead', actions: ['read', 'export'], scope: 'team' }]);
    const { data } = await graph(headers, '{ leads { nodes { name } } }');
    expect(
      Object(data)
        .leads.nodes.map(({ name }: { name: string }) => name)
        .toSorted(),
    ).toEqual(['Lead of nick', 'Lead of nora']);
    const file = await (await fetch(`${app.url}/export?noun=lead&format=csv`, { headers })).text();
    expect([file.includes('Lead of nick'), file.includes('Lead of sven')]).toEqual([true, false]);
    const mine = await (await fetch(`${app.url}/export?noun=lead&format=csv&owners=MINE`, { headers })).text();
    expect([mine.includes('Lead of nora'), mine.includes('Lead of nick')]).toEqual([true, false]);
    const owned = await graph(headers, '{ leads(owners: MINE) { totalCount } interactionFlowSummary(owners: MINE) { owners total } }');
    expect(owned.data).toEqual({ leads: { totalCount: 1 }, interactionFlowSummary: { owners: 'MINE', total: 0 } });
    expect((await fetch(`${app.url}/export?noun=customer&format=csv`, { headers })).status).toBe(403);
  });

  it('changes what it may, and nothing else; each change names the token', async () => {
    const permissions = [{ noun: 'lead', actions: ['read', 'change'], scope: 'own' }] as const;
    const { id: tokenId, secret } = await tokenOf('nora', permissions, 'write');
    const headers = bearer(secret);
    const move = async (owner: string) =>
      graph(headers, 'mutation ($id: ID!) { moveLead(id: $id, stage: quoted) { __typename ... on Failure { message } } }', {
        id: await leadId(owner),
      });
    expect((await move('nora')).data).toEqual({ moveLead: { __typename: 'Lead' } });
    expect((await move('nick')).data).toEqual({ moveLead: { __typename: 'NotFound', message: 'Lead not found' } });
    const refused = [
      'createCustomer(input: { name: "No" }) { __typename }',
      'updateProfile(input: { jobTitle: "No" }) { __typename }',
      'markNotificationsRead',
      'addTrainingItem(input: { title: "No", content: "No" }) { __typename }',
      'startSync(provider: "shopify") { __typename }',
      'testShop { success }',
    ];
    for (const field of refused) {
      const { errors } = await graph(headers, `mutation { ${field} }`);
      expect(errors, field).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
    const moved = await app.container.db.prisma.event.findFirstOrThrow({ where: { kind: 'lead.moved' } });
    expect([moved.actorId, moved.credentialId]).toEqual([viewer('nora').id, tokenId]);
    const made = await app.container.db.prisma.event.findFirstOrThrow({ where: { kind: 'api_token.created', subjectId: tokenId } });
    expect(made.data).toEqual({ name: 'Script', scope: 'write', permissions });
    await app.container.services.leads.move(viewer('nora'), await leadId('nora'), 'leads');
  });

  it('of an admin changes neither people, roles, settings nor tokens', async () => {
    const admin = app.anonymous();
    await admin.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    callers.set('ada', admin);
    const all = { noun: 'people', actions: ['read', 'configure'], scope: 'all' } as const;
    const headers = await headersOf('ada', [all, { ...all, noun: 'workspace' }], 'write');
    for (const field of [
      'setPermission(input: { role: rep, noun: lead, action: delete, scope: all }) { __typename }',
      'changeWorkspaceSettings(input: { recordScope: by_role }) { __typename }',
      'createApiToken(input: { name: "Heir", scope: write }) { __typename }',
    ]) {
      const { errors } = await graph(headers, `mutation { ${field} }`);
      expect(errors, field).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });

  it('imports no more than it may change, also in the background', async () => {
    const permissions = [{ noun: 'lead', actions: ['read', 'change', 'import'], scope: 'own' }] as const;
    const headers = await headersOf('nora', permissions, 'write');
    const nick = await leadId('nick');
    await app.container.db.prisma.lead.update({ where: { id: nick }, data: { email: 'nick@example.com' } });
    const text = 'Name,Email\nTaken over,nick@example.com\n';
    const upload = await app.anonymous().rest.send('/import?noun=lead&name=leads.csv', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: text,
    });
    const id = String(Object(upload.body).id);
    const check = `mutation { checkImport(id: "${id}", columns: ["name", "email"]) { __typename ... on Failure { message } } }`;
    expect((await graph(headers, check)).data).toEqual({ checkImport: { __typename: 'Import' } });
    const start = `mutation { startImport(id: "${id}") { __typename ... on Failure { message } } }`;
    expect((await graph(headers, start)).data).toEqual({ startImport: { __typename: 'Import' } });
    await app.container.jobs.start();
    await until(async () => (await app.container.db.prisma.import.findUniqueOrThrow({ where: { id } })).state === 'done');
    expect((await app.container.db.prisma.lead.findUniqueOrThrow({ where: { id: nick } })).name).toBe('Lead of nick');
    await app.container.db.prisma.lead.deleteMany({ where: { name: 'Taken over' } });
  });

  it.each([
    [[], 'Choose at least one permission'],
    [[{ noun: 'lead', actions: ['change'], scope: 'own' }], 'Leads: whoever may do something may `read`, too'],
    [[{ noun: 'order', actions: ['read', 'delete'], scope: 'own' }], 'Orders: there is no action `delete`'],
    [[{ noun: 'trainingItem', actions: ['read'], scope: 'own' }], 'Training items: they belong to nobody, so the scope is `all`'],
    [[...OWN_LEADS, ...OWN_LEADS], 'Name each noun once'],
    [[{ noun: 'lead', actions: ['read', 'change'], scope: 'own' }], 'A token of the scope `read` can only read and export'],
  ])('is not made of %o', async (permissions, message) => {
    const create = app.container.services.apiTokens.create(ada, { name: 'Script', scope: 'read', permissions });
    await expect(create).rejects.toMatchObject({ name: 'Invalid', message });
  });
});

describe('a change of its owner', () => {
  it('narrows a token at once, and ends its streams so that they begin anew', async () => {
    const headers = await headersOf('nick', [{ noun: 'lead', actions: ['read', 'export'], scope: 'all' }]);
    const names = async () => Object((await graph(headers, '{ leads { nodes { name } } }')).data).leads.nodes.length;
    expect(await names()).toBe(4);
    const stream = await follow(app.url, 'subscription { pipelineChanged { cursor } }', headers);
    const { services } = app.container;
    await services.workspace.change(ada, { recordScope: 'by_role' });
    expect(await names()).toBe(1);
    expect(JSON.stringify(await stream.next())).toContain('RESYNC');
    await services.people.changePerson(ada, viewer('nick').id, { role: 'read_only' });
    expect((await fetch(`${app.url}/export?noun=lead&format=csv`, { headers })).status).toBe(403);
    await services.people.changePerson(ada, viewer('nick').id, { role: 'rep', teamId: null });
    await services.workspace.change(ada, { recordScope: null });
    expect(await names()).toBe(4);
    stream.leave();
  });

  it('who is deactivated refuses it', async () => {
    const headers = await headersOf('sven', OWN_LEADS);
    await app.container.services.accountsOfOthers.deactivate(ada, viewer('sven').id, null);
    expect((await app.anonymous().rest.get('/api/leads', headers)).status).toBe(401);
    expect((await app.anonymous().rest.post('/graphql', { query: '{ leads { totalCount } }' }, headers)).status).toBe(401);
  });
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { timeout: 10_000 }).toBe(true);
}
