import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { CLIENT, openIdentityProvider, type ProviderPerson, type TestIdentityProvider } from '#server/testing/identity-provider.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PUBLIC_URL = 'http://crm.example.com';
const ADA = {
  ...{
    sub: 'ada-1',
    email: 'ada@example.com',
    email_verified: true,
    preferred_username: 'ada',
    given_name: 'Ada',
    family_name: 'Lovelace',
  },
  groups: ['crm-sales', 'crm-coaches', 'north'],
};

let idp: TestIdentityProvider;
let app: TestApp;
beforeAll(async () => {
  idp = await openIdentityProvider();
  app = await createTestApp({
    env: {
      ...{ OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1' },
      ...{ OIDC_ROLE_MAP: 'crm-sales=rep,crm-coaches=coach,crm-admins=admin', OIDC_TEAM_MAP: 'north=North' },
    },
  });
  idp.register({ redirectUri: `${PUBLIC_URL}/auth/oidc/callback`, logoutUri: `${app.url}/auth/oidc/logout` });
  await app.signUp('boss');
  const now = app.clock.now();
  await app.container.db.prisma.team.create({ data: { id: 'north', name: 'North', createdAt: now, updatedAt: now } });
});
afterAll(async () => {
  await app.close();
  await idp.close();
});

/** A browser: its cookies and where it is sent. */
function createBrowser() {
  const jar = new Map<string, string>();
  const get = async (path: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${app.url}${path}`, { redirect: 'manual', headers: { cookie } });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get('location') ?? '' };
  };
  const session = () => `callboard_session=${jar.get('callboard_session') ?? ''}`;
  const me = async () => {
    const answer = await fetch(`${app.url}/api/auth/me`, { headers: { cookie: session() } });
    return Object(await answer.json()).user;
  };
  return { get, me, session };
}
const pathOf = (url: string) => url.replace(PUBLIC_URL, '');

/** The way through the provider and back; where the browser ends up. */
async function signIn(person: ProviderPerson, browser = createBrowser()) {
  idp.person = person;
  const begun = await browser.get('/auth/oidc');
  const callback = pathOf(await idp.signIn(begun.location));
  const { location } = await browser.get(callback);
  return { browser, callback, location };
}
const userOf = (email: string) => app.container.db.prisma.user.findUnique({ where: { email }, include: { team: true } });
const isIn = async (who: Caller) => Object((await who.rest.get('/api/auth/me')).body).user !== null;

describe('signing in with the identity provider', () => {
  it('makes the account at the first time, with role and team of the groups, and finds it again', async () => {
    const { browser, location } = await signIn(ADA);
    expect(location).toBe('/');
    expect(await browser.me()).toMatchObject({ username: 'ada', firstName: 'Ada', lastName: 'Lovelace' });
    expect(await userOf('ada@example.com')).toMatchObject({ roleKey: 'coach', team: { name: 'North' } });
    expect((await signIn(ADA)).location).toBe('/');
    expect(await app.container.db.prisma.user.count()).toBe(2);
  });

  it('follows a changed email address and changed groups', async () => {
    await signIn({ ...ADA, email: 'ada.king@example.com', groups: ['crm-sales'] });
    expect(await userOf('ada@example.com')).toBeNull();
    expect(await userOf('ada.king@example.com')).toMatchObject({ username: 'ada', roleKey: 'rep' });
    await signIn({ ...ADA, email: 'boss@company.com', groups: ['crm-sales'] });
    expect(await userOf('ada.king@example.com')).toMatchObject({ username: 'ada' });
  });

  it('is refused without a group, and for a closed account', async () => {
    const { browser, location } = await signIn({ ...ADA, sub: 'stranger', email: 's@example.com', groups: ['elsewhere'] });
    expect([location, await browser.me()]).toEqual(['/?sign-in=no_group', null]);
    expect(await userOf('s@example.com')).toBeNull();
    await app.container.db.prisma.user.update({ where: { username: 'ada' }, data: { isActive: false } });
    expect((await signIn(ADA)).location).toBe('/?sign-in=closed');
    const { email_verified: _, ...unverified } = { ...ADA, sub: 'mallory', email: 'ada.king@example.com', groups: ['crm-admins'] };
    expect((await signIn(unverified)).location).toBe('/?sign-in=closed');
    expect(await userOf('ada.king@example.com')).toMatchObject({ roleKey: 'rep' });
    await app.container.db.prisma.user.update({ where: { username: 'ada' }, data: { isActive: true } });
  });

  it('is refused for a code that was used, a return to another browser, another issuer and a made-up state', async () => {
    const { browser, callback } = await signIn(ADA);
    expect((await browser.get(callback)).location).toBe('/?sign-in=refused');
    const victim = createBrowser();
    const begun = await createBrowser().get('/auth/oidc');
    const foreign = pathOf(await idp.signIn(begun.location));
    expect((await victim.get(foreign)).location).toBe('/?sign-in=refused');
    expect(await victim.me()).toBeNull();
    const mixed = createBrowser();
    const other = pathOf(await idp.signIn((await mixed.get('/auth/oidc')).location));
    expect((await mixed.get(other.replace(encodeURIComponent(idp.issuer), encodeURIComponent('https://evil.example.com')))).location).toBe(
      '/?sign-in=refused',
    );
    expect((await mixed.get('/auth/oidc/callback?code=x&state=y')).location).toBe('/?sign-in=refused');
    const late = createBrowser();
    const slow = pathOf(await idp.signIn((await late.get('/auth/oidc')).location));
    app.clock.advance(11 * 60_000);
    expect((await late.get(slow)).location).toBe('/?sign-in=refused');
  });

  it('is refused for an ID token of another issuer, for another client, of another sign-in or one that has expired', async () => {
    const attempt = async (changes: Record<string, unknown>) => {
      idp.rewrite = (claims) => ({ ...claims, ...changes });
      const { browser, location } = await signIn(ADA);
      return [location, await browser.me()];
    };
    const REFUSED = ['/?sign-in=refused', null];
    expect(await attempt({ iss: 'https://evil.example.com' })).toEqual(REFUSED);
    expect(await attempt({ aud: 'another-client' })).toEqual(REFUSED);
    expect(await attempt({ nonce: 'another' })).toEqual(REFUSED);
    // The provider’s clock may be a minute off, and no more.
    const now = Math.floor(Date.now() / 1000);
    expect(await attempt({ iat: now - 3_600, exp: now - 120 })).toEqual(REFUSED);
    const [location, me] = await attempt({ iat: now - 3_600, exp: now - 30 });
    expect([location, me.username]).toEqual(['/', 'ada']);
    idp.rewrite = null;
  });

  it('takes over an account with the same verified address, and whatever was set up there before ends', async () => {
    const squatter = await app.signUp('grace@example.com');
    const before = await userOf('grace@example.com');
    const unverified = { ...ADA, sub: 'grace', email: 'grace@example.com', email_verified: false, groups: ['crm-sales'] };
    expect((await signIn(unverified)).location).toBe('/?sign-in=no_email');
    const { email_verified: _, ...silent } = unverified;
    expect((await signIn(silent)).location).toBe('/?sign-in=name_in_use');
    expect(await isIn(squatter)).toBe(true);
    const { browser } = await signIn({ ...unverified, email_verified: true });
    expect(await browser.me()).toMatchObject({ id: before?.id });
    expect(await isIn(squatter)).toBe(false);
    const login = { username: 'grace@example.com', password: 'correct horse' };
    expect((await app.anonymous().rest.post('/api/auth/login', login)).status).toBe(401);
  });

  it('leaves nobody else a way into an account it takes over', async () => {
    const { db } = app.container;
    const mallory = { ...ADA, sub: 'mallory', email: 'mallory@example.com', preferred_username: 'mallory' };
    const { browser } = await signIn(mallory);
    const { id } = await browser.me();
    // A link to choose a password is on its way when the address becomes that of somebody else.
    const at = app.clock.now();
    await db.prisma.passwordReset.create({
      data: { tokenHash: 'x', userId: id, createdAt: at, expiresAt: new Date(at.getTime() + 60_000) },
    });
    await db.prisma.user.update({ where: { id }, data: { email: 'vera@example.com' } });
    const vera = await signIn({ ...ADA, sub: 'vera', email: 'vera@example.com', preferred_username: 'vera' });
    expect(await vera.browser.me()).toMatchObject({ id });
    expect(await db.prisma.passwordReset.count({ where: { userId: id } })).toBe(0);
    const again = await signIn(mallory);
    expect(again.location).toBe('/');
    expect((await again.browser.me()).id).not.toBe(id);
    expect(await vera.browser.me()).toMatchObject({ id });
  });

  it('never demotes the last admin', async () => {
    await app.container.db.prisma.oidcIdentity.create({
      data: { issuer: idp.issuer, subject: 'boss', userId: (await userOf('boss@company.com'))?.id ?? '', createdAt: app.clock.now() },
    });
    await signIn({ ...ADA, sub: 'boss', email: 'boss@company.com', groups: ['crm-sales'] });
    expect(await userOf('boss@company.com')).toMatchObject({ roleKey: 'admin' });
  });

  it('ends when the provider says so, with its sockets; a forged or repeated message does nothing', async () => {
    const other = await signIn({ ...ADA, sub: 'iris', email: 'iris@example.com', preferred_username: 'iris' });
    const { browser } = await signIn(ADA);
    const socket = await connectSocket(app.url, { cookie: browser.session() });
    const forged = await fetch(`${app.url}/auth/oidc/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=e30.e30.e30',
    });
    expect(forged.status).toBe(400);
    expect(await browser.me()).not.toBeNull();
    await idp.signOut();
    await expect.poll(browser.me, { timeout: 5_000 }).toBeNull();
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(await other.browser.me()).toMatchObject({ username: 'iris' });
  });
});

it('is offered only where a provider is configured, and says when it cannot be reached', async () => {
  const none = await createTestApp();
  expect((await fetch(`${none.url}/auth/oidc`, { redirect: 'manual' })).status).toBe(404);
  await none.close();
  const env = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y', PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1' };
  const away = await createTestApp({ env });
  expect((await fetch(`${away.url}/auth/oidc`, { redirect: 'manual' })).headers.get('location')).toBe('/?sign-in=unavailable');
  expect((await away.anonymous().graph('{ workspace { oidcSignIn passwordResetByMail } }')).data).toEqual({
    workspace: { oidcSignIn: true, passwordResetByMail: false },
  });
  await away.close();
});

describe('without a map of roles, the registration decides who gets an account', () => {
  it.each([
    ['closed', '/?sign-in=not_invited'],
    ['invitation', '/?sign-in=not_invited'],
    ['domain', '/?sign-in=not_invited'],
    ['open', '/'],
  ] as const)('the provider lets in whom registration “%s” lets in', async (mode, expected) => {
    const open = await openApp({ REGISTRATION: mode });
    await open.person('boss');
    expect(await open.signIn({ ...ADA, sub: 'kay', email: 'kay@example.org', preferred_username: 'kay' })).toBe(expected);
    expect(await open.signIn({ ...ADA, sub: 'lee', email: 'lee@company.com', preferred_username: 'lee' })).toBe(
      mode === 'domain' ? '/' : expected,
    );
    await open.close();
  });

  it('an invitation to the verified address lets in, once, with its role and team', async () => {
    const open = await openApp({ REGISTRATION: 'closed' });
    const { db } = open.app.container;
    await open.person('boss');
    const at = open.app.clock.now();
    await db.prisma.team.create({ data: { id: 'north', name: 'North', createdAt: at, updatedAt: at } });
    const invitation = { roleKey: 'coach', teamId: 'north', email: 'Kay@example.org', createdAt: at };
    await db.prisma.invitation.create({
      data: { ...invitation, id: 'i1', tokenHash: 'x', expiresAt: new Date(at.getTime() + 60_000) },
    });
    const kay = { ...ADA, sub: 'kay', email: 'kay@example.org', preferred_username: 'kay' };
    expect(await open.signIn({ ...kay, email_verified: false })).toBe('/?sign-in=no_email');
    expect(await open.signIn(kay)).toBe('/');
    const made = await db.prisma.user.findUniqueOrThrow({ where: { email: 'kay@example.org' } });
    expect(made).toMatchObject({ roleKey: 'coach', teamId: 'north' });
    expect(await db.prisma.invitation.findUniqueOrThrow({ where: { id: 'i1' } })).toMatchObject({ acceptedById: made.id });
    expect(await db.prisma.event.count({ where: { kind: 'invitation.accepted', actorId: made.id } })).toBe(1);
    expect(await open.signIn(kay)).toBe('/');
    await open.close();
  });
});

/** An app without a map of roles, and a provider of its own. */
async function openApp(env: Record<string, string>) {
  const provider = await openIdentityProvider();
  const own = await createTestApp({
    env: {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
      ...{ PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1', ...env },
    },
  });
  provider.register({ redirectUri: `${PUBLIC_URL}/auth/oidc/callback`, logoutUri: `${own.url}/auth/oidc/logout` });
  return {
    app: own,
    /** Where the browser ends up. */
    signIn: async (person: ProviderPerson) => {
      provider.person = person;
      const begun = await fetch(`${own.url}/auth/oidc`, { redirect: 'manual' });
      const cookie = begun.headers
        .getSetCookie()
        .map((header) => header.replace(/;.*/, ''))
        .join('; ');
      const callback = pathOf(await provider.signIn(begun.headers.get('location') ?? ''));
      return (await fetch(`${own.url}${callback}`, { redirect: 'manual', headers: { cookie } })).headers.get('location');
    },
    /** An account that exists before, whoever may register. */
    person: (username: string) => {
      const at = own.clock.now();
      const data = {
        id: username,
        username,
        email: `${username}@company.com`,
        passwordHash: '',
        roleKey: 'admin',
        createdAt: at,
        updatedAt: at,
      };
      return own.container.db.prisma.user.create({ data });
    },
    close: async () => {
      await own.close();
      await provider.close();
    },
  };
}
