import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createToken } from '#server/testing/tokens.ts';
import type { Viewer } from '../viewer.ts';

const PASSWORD = 'correct horse';
const DAY = 86_400_000;
const INVITE =
  'mutation ($input: InviteInput!) { invite(input: $input) { __typename ... on CreatedInvitation { path invitation { id state } } ... on Failure { message } } }';
const ACCEPT = `mutation ($token: String!, $input: RegisterInput!) {
  acceptInvitation(token: $token, input: $input) { __typename ... on Session { user { username email } } ... on Failure { message } }
}`;
const DEACTIVATE =
  'mutation ($id: ID!, $to: ID) { deactivatePerson(id: $id, handOverTo: $to) { __typename ... on Person { isActive sessions tokens } ... on Failure { message } } }';

let app: TestApp;
let admin: Viewer;
let ada: Caller;
let nora: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  nora = await app.signUp('nora');
  const user = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'ada' } });
  const session = await app.container.db.prisma.session.findFirstOrThrow({ where: { userId: user.id } });
  const credential = { kind: 'session', id: session.id, expiresAt: session.expiresAt, signedInAt: session.createdAt } as const;
  admin = { ...user, credential, access: await app.container.directory.accessOf(user.id) };
});
afterAll(() => app.close());

const idOf = async (username: string) => (await app.container.db.prisma.user.findUniqueOrThrow({ where: { username } })).id;
const invite = async (input: object) => Object((await ada.graph(INVITE, { input: { role: 'coach', ...input } })).data).invite;
const tokenOf = ({ path }: { path: string }) => path.replace('/invitation/', '');
const accept = async (token: string, username: string, who = app.anonymous()) =>
  Object((await who.graph(ACCEPT, { token, input: { username, password: PASSWORD, email: 'own@example.org' } })).data).acceptInvitation;

describe('who may not administer people', () => {
  const REFUSED = [
    '{ people { totalCount } }',
    '{ invitations { id } }',
    '{ deactivationPreview(id: "1") { __typename } }',
    'mutation { changePerson(id: "1", input: { role: admin }) { __typename } }',
    'mutation { createTeam(input: { name: "North" }) { __typename } }',
    'mutation { updateTeam(id: "1", input: { name: "North" }) { __typename } }',
    'mutation { deleteTeam(id: "1") { __typename } }',
    'mutation { setPermission(input: { role: rep, noun: people, action: configure, scope: all }) { __typename } }',
    'mutation { changeWorkspaceSettings(input: { registration: open }) { __typename } }',
    'mutation { invite(input: { role: admin }) { __typename } }',
    'mutation { revokeInvitation(id: "1") { __typename } }',
    'mutation { deactivatePerson(id: "1") { __typename } }',
    'mutation { reactivatePerson(id: "1") { __typename } }',
    'mutation { endSessionsOf(id: "1") { __typename } }',
    'mutation { revokeTokensOf(id: "1") { __typename } }',
    'mutation { removeSecondFactorsOf(id: "1") { __typename } }',
    'mutation { createPasswordResetLink(userId: "1") { __typename } }',
    'mutation { setSecondFactorRequired(role: "rep", required: false) { __typename } }',
  ];

  it.each(REFUSED)('neither a rep nor an API token of an admin: %s', async (query) => {
    expect((await nora.graph(query)).errors, 'a rep').toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const { secret } = await createToken(ada, { scope: 'write' });
    const { body } = await app.anonymous().rest.post('/graphql', { query }, { authorization: `Bearer ${secret}` });
    expect(body, 'a token').toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  it('the session says who may', async () => {
    const may = async (who: Caller) =>
      Object((await who.graph('{ session { permissions } }')).data).session.permissions.includes('people.configure');
    expect(await may(ada)).toBe(true);
    expect(await may(nora)).toBe(false);
  });
});

describe('an invitation', () => {
  it('makes one account with its role, team and address, also where registration is closed', async () => {
    const { people, workspace } = app.container.services;
    await workspace.change(admin, { registration: 'closed' });
    const team = await people.createTeam(admin, { name: 'Invited' });
    const created = await invite({ email: 'ivy@example.org', teamId: team.id });
    const token = tokenOf(created);
    const stored = await app.container.db.prisma.invitation.findUniqueOrThrow({ where: { id: created.invitation.id } });
    expect(JSON.stringify(stored)).not.toContain(token);
    const offer = '{ invitation(token: "TOKEN") { ... on InvitationOffer { email inviterName } ... on Failure { message } } }';
    expect((await app.anonymous().graph(offer.replace('TOKEN', token))).data).toEqual({
      invitation: { email: 'ivy@example.org', inviterName: 'ada' },
    });
    const ivy = app.anonymous();
    // Two at once: one of them has it.
    const answers = await Promise.all([accept(token, 'ivy', ivy), accept(token, 'eve')]);
    expect(answers.map(({ __typename }) => __typename).toSorted()).toEqual(['Conflict', 'Session']);
    const made = await app.container.db.prisma.user.findFirstOrThrow({ where: { email: 'ivy@example.org' } });
    expect(made).toMatchObject({ roleKey: 'coach', teamId: team.id });
    const used = { message: 'This invitation has already been used. Sign in, or ask for a new one.' };
    expect(await accept(token, 'mallory')).toMatchObject(used);
    expect((await app.anonymous().graph(offer.replace('TOKEN', token))).data).toEqual({ invitation: used });
    expect(await app.container.db.prisma.user.count({ where: { username: 'mallory' } })).toBe(0);
    await workspace.change(admin, { registration: null });
  });

  it('is worth nothing once it is revoked or expired, or when it was made up', async () => {
    const revoked = await invite({});
    const revoke = 'mutation ($id: ID!) { revokeInvitation(id: $id) { __typename ... on Invitation { state } } }';
    expect((await ada.graph(revoke, { id: revoked.invitation.id })).data).toEqual({
      revokeInvitation: { __typename: 'Invitation', state: 'revoked' },
    });
    expect((await accept(tokenOf(revoked), 'late')).message).toContain('has been revoked');
    expect((await accept('x'.repeat(43), 'late')).message).toContain('does not exist');
    const { tokenHash } = await app.container.db.prisma.invitation.findUniqueOrThrow({ where: { id: revoked.invitation.id } });
    expect((await accept(tokenHash, 'late')).message).toContain('does not exist');
    const expired = await invite({});
    await app.container.db.prisma.invitation.update({
      where: { id: expired.invitation.id },
      data: { expiresAt: new Date(app.clock.now().getTime() - DAY) },
    });
    expect((await accept(tokenOf(expired), 'late')).message).toContain('has expired');
    expect(await invite({ email: 'nora@company.com' })).toMatchObject({ __typename: 'Conflict' });
  });
});

describe('an admin who is one no longer', () => {
  it('comes back neither by an invitation nor by a link to choose a password', async () => {
    const { people } = app.container.services;
    const mallory = await app.signUp('mallory admin');
    const id = await idOf('mallory admin');
    await people.changePerson(admin, id, { role: 'admin' });
    const invited = 'mutation { invite(input: { role: admin }) { ... on CreatedInvitation { path } } }';
    const link = 'mutation ($id: ID!) { createPasswordResetLink(userId: $id) { ... on PasswordResetLink { path } } }';
    const { path: invitation } = Object((await mallory.graph(invited)).data).invite;
    const { path: reset } = Object((await mallory.graph(link, { id: admin.id })).data).createPasswordResetLink;
    await people.changePerson(admin, id, { role: 'rep' });
    const revoked = { message: 'This invitation has been revoked. Ask for a new one.' };
    expect(await accept(tokenOf({ path: invitation }), 'mallory again')).toMatchObject(revoked);
    const offer = `{ invitation(token: "${tokenOf({ path: invitation })}") { ... on Failure { message } } }`;
    expect((await app.anonymous().graph(offer)).data).toEqual({ invitation: revoked });
    const chosen = `mutation { resetPassword(token: "${reset.slice(7)}", password: "battery staple") { __typename } }`;
    expect((await app.anonymous().graph(chosen)).data).toEqual({ resetPassword: { __typename: 'NotFound' } });
  });
});

describe('registration', () => {
  const register = async (username: string, email?: string) =>
    (await app.anonymous().rest.post('/api/auth/register', { username, email, password: PASSWORD })).status;
  it('is closed, by invitation, by email domain or open, as an admin says', async () => {
    const { workspace } = app.container.services;
    for (const mode of ['closed', 'invitation'] as const) {
      await workspace.change(admin, { registration: mode });
      expect(await register('walk-in'), mode).toBe(403);
    }
    expect((await app.anonymous().graph('{ workspace { registrationOpen registrationHint } }')).data).toEqual({
      workspace: { registrationOpen: false, registrationHint: expect.stringContaining('invitation link') },
    });
    await workspace.change(admin, { registration: 'domain' });
    expect([await register('walk-in'), await register('walk-in', 'w@example.org'), await register('w@company.com.example.org')]).toEqual([
      400, 400, 400,
    ]);
    expect(await register('walk-in', 'Walk@Company.com')).toBe(201);
    await workspace.change(admin, { registrationDomains: ['Company.com', 'subsidiary.example'] });
    expect(await register('walk-in-2', 'w@subsidiary.example')).toBe(201);
    expect((await app.anonymous().graph('{ workspace { registrationHint } }')).data).toEqual({
      workspace: { registrationHint: 'Register with your email address at company.com or subsidiary.example as username.' },
    });
    await workspace.change(admin, { registrationDomains: null });
    expect(await register('walk-in-3', 'x@subsidiary.example')).toBe(400);
    await workspace.change(admin, { registration: null });
    expect(await register('another')).toBe(201);
  });
});

describe('an account that is deactivated', () => {
  it('hands over in one step, and its sessions and tokens end at once', async () => {
    const { db, services } = app.container;
    const leaver = await signUpViewer(app, 'leaver');
    const heir = await signUpViewer(app, 'heir');
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'leaver', password: PASSWORD });
    const { secret } = await createToken(caller);
    const open = await services.leads.create(leaver, { name: 'Open' });
    const won = await services.leads.create(leaver, { name: 'Won' });
    await services.leads.move(leaver, won.id, 'won');
    const customer = await services.customers.create(leaver, { name: 'Jo' });
    const flow = await services.flows.create(leaver, { customerId: customer.id, flowType: 'sales_pipeline', currentStage: 'awareness' });
    const task = await services.tasks.create(leaver, { title: 'Call Jo', dueOn: '2026-11-24' });
    const preview = `{ deactivationPreview(id: "${leaver.id}") { ... on DeactivationPreview { leads customers flows tasks liveCalls sessions tokens } } }`;
    expect((await ada.graph(preview)).data).toEqual({
      deactivationPreview: { leads: 1, customers: 1, flows: 1, tasks: 1, liveCalls: 0, sessions: 2, tokens: 1 },
    });
    expect((await ada.graph(DEACTIVATE, { id: leaver.id, to: 'nobody-known' })).data).toMatchObject({
      deactivatePerson: { __typename: 'NotFound' },
    });
    expect(await db.prisma.lead.count({ where: { ownerId: leaver.id } })).toBe(2);
    const { data } = await ada.graph(DEACTIVATE, { id: leaver.id, to: heir.id });
    expect(data).toEqual({ deactivatePerson: { __typename: 'Person', isActive: false, sessions: 0, tokens: 0 } });
    expect((await caller.rest.get('/api/leads')).status).toBe(401);
    expect((await app.anonymous().rest.get('/api/leads', { authorization: `Bearer ${secret}` })).status).toBe(401);
    expect((await caller.rest.post('/api/auth/login', { username: 'leaver', password: PASSWORD })).status).toBe(401);
    const ownerOf = async (id: string) => (await db.prisma.lead.findUniqueOrThrow({ where: { id } })).ownerId;
    expect([await ownerOf(open.id), await ownerOf(won.id)]).toEqual([heir.id, leaver.id]);
    expect(await db.prisma.interactionFlow.findUniqueOrThrow({ where: { id: flow.id } })).toMatchObject({ ownerId: heir.id });
    expect(await db.prisma.task.findUniqueOrThrow({ where: { id: task.id } })).toMatchObject({ ownerId: heir.id });
    const [created, updated] = await db.prisma.event.findMany({ where: { subjectId: open.id }, orderBy: { id: 'asc' } });
    expect(created).toMatchObject({ kind: 'lead.created', ownerId: heir.id });
    expect(updated).toMatchObject({ kind: 'lead.updated', ownerId: heir.id, data: { changed: ['ownerId'], ownerBefore: leaver.id } });
    const closed = await db.prisma.event.findFirstOrThrow({ where: { kind: 'account.closed', subjectId: leaver.id } });
    expect(closed.data).toEqual({ username: 'leaver', handedOver: { to: heir.id, leads: 1, customers: 1, flows: 1, tasks: 1 } });
    await services.accountsOfOthers.reactivate(admin, leaver.id);
    expect((await caller.rest.post('/api/auth/login', { username: 'leaver', password: PASSWORD })).status).toBe(200);
    await services.accountsOfOthers.deactivate(admin, heir.id, null);
    expect(await ownerOf(open.id)).toBeNull();
  });

  it('is never oneself or the last admin', async () => {
    const { people, accountsOfOthers } = app.container.services;
    expect((await ada.graph(DEACTIVATE, { id: admin.id })).data).toMatchObject({
      deactivatePerson: { message: 'You cannot deactivate yourself. Ask another admin.' },
    });
    const second = await signUpViewer(app, 'second');
    await people.changePerson(admin, second.id, { role: 'admin' });
    // The other admin may leave, and then nobody may demote the last one.
    await accountsOfOthers.deactivate(admin, second.id, null);
    await expect(people.changePerson(admin, admin.id, { role: 'rep' })).rejects.toThrow('last admin');
  });

  it('takes its open invitations with it', async () => {
    const { people, invitations, accountsOfOthers } = app.container.services;
    const third = await signUpViewer(app, 'third');
    await people.changePerson(admin, third.id, { role: 'admin' });
    const { token } = await invitations.invite(third, { role: 'admin' });
    await accountsOfOthers.deactivate(admin, third.id, null);
    expect((await accept(token, 'back')).message).toContain('has been revoked');
  });
});

describe('an admin', () => {
  it('finds people by name, role and team, and ends their sessions and tokens', async () => {
    const { id } = { id: await idOf('nora') };
    await createToken(nora);
    const change = `mutation ($input: ChangePersonInput!) { changePerson(id: "${id}", input: $input) { __typename ... on Person { capacity absentFrom } ... on Failure { message } } }`;
    expect((await ada.graph(change, { input: { capacity: 20, absentFrom: '2026-12-01' } })).data).toEqual({
      changePerson: { __typename: 'Person', capacity: 20, absentFrom: '2026-12-01T00:00:00.000Z' },
    });
    expect((await ada.graph(change, { input: { absentUntil: '2026-11-01' } })).data).toEqual({
      changePerson: { __typename: 'Invalid', message: 'The absence must end after it begins' },
    });
    const list =
      '{ people(search: "NOR", role: rep, isActive: true) { totalCount nodes { user { username } lastSeenAt sessions tokens } } }';
    expect((await ada.graph(list)).data).toEqual({
      people: { totalCount: 1, nodes: [{ user: { username: 'nora' }, lastSeenAt: expect.any(String), sessions: 1, tokens: 1 }] },
    });
    const revoke = `mutation { revokeTokensOf(id: "${id}") { ... on Person { tokens } } endSessionsOf(id: "${id}") { ... on Person { sessions } } }`;
    expect((await ada.graph(revoke)).data).toEqual({ revokeTokensOf: { tokens: 0 }, endSessionsOf: { sessions: 0 } });
    expect((await nora.rest.get('/api/leads')).status).toBe(401);
  });
});
