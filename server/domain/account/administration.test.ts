import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKnownDevices } from '#server/auth/known-devices.ts';
import { createPasswords } from '#server/auth/passwords.ts';
import { createSignInThrottle, SIGN_IN_RULES } from '#server/auth/sign-in-throttle.ts';
import { eventLog } from '#server/events/event-log.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { type Administration, createAdministration } from './administration.ts';

const PASSWORD = 'correct horse';

let app: TestApp;
let accounts: Administration;
beforeAll(async () => {
  app = await createTestApp();
  const { clock, container } = app;
  const { db, sessions, tokens } = container;
  accounts = createAdministration({
    ...{ db, log: eventLog, clock, newId: randomUUID, passwords: createPasswords(), sessions, tokens },
    devices: createKnownDevices({ pool: db.pool, clock }),
    throttle: createSignInThrottle({ pool: db.pool }),
    passwordRules: { companyNames: ['Northwind Traders'], demoSignIn: null },
    emailDomain: 'company.com',
  });
});
afterAll(() => app.close());

const signIn = async (username: string, password: string, who = app.anonymous()) =>
  (await who.rest.post('/api/auth/login', { username, password })).status;
const statusOf = async (secret: string) => (await app.anonymous().rest.get('/api/leads', bearer(secret))).status;
const devicesOf = (username: string) => app.container.db.prisma.knownDevice.count({ where: { user: { username } } });

describe('who runs the server', () => {
  it('resets a password: sessions, tokens, known devices and delays of the old one are deleted', async () => {
    const ada = await app.signUp('ada');
    const { secret } = await createToken(ada);
    for (let guess = 0; guess < SIGN_IN_RULES.pair.free; guess += 1) await signIn('ada', 'forgotten');
    expect(await signIn('ada', PASSWORD)).toBe(429);
    expect(await accounts.setPassword('ada', 'battery staple')).toBe(1);
    expect([await statusOf(secret), (await ada.rest.get('/api/leads')).status, await devicesOf('ada')]).toEqual([401, 401, 0]);
    expect(await signIn('ada', 'battery staple')).toBe(200);
  });

  it('makes an emergency admin, who signs in with the password alone although the role requires more, until it ends', async () => {
    await app.signUp('glass');
    await app.container.db.prisma.role.update({ where: { key: 'admin' }, data: { requiresSecondFactor: true } });
    await accounts.setBreakGlass('glass', true);
    const glass = app.anonymous();
    expect(await signIn('glass', PASSWORD, glass)).toBe(200);
    const user = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'glass' } });
    expect(user).toMatchObject({ roleKey: 'admin', secondFactorExempt: true });
    await accounts.setBreakGlass('glass', false);
    expect((await glass.rest.get('/api/leads')).status).toBe(401);
    await app.container.db.prisma.role.update({ where: { key: 'admin' }, data: { requiresSecondFactor: false } });
  });

  it('removes the second factors of somebody who lost them', async () => {
    await app.signUp('lost');
    const { id } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'lost' } });
    const now = app.clock.now();
    await app.container.db.prisma.totpCredential.create({ data: { userId: id, secret: 'sealed', confirmedAt: now, createdAt: now } });
    expect(await signIn('lost', PASSWORD)).toBe(401);
    await accounts.removeSecondFactors('lost');
    expect(await signIn('lost', PASSWORD)).toBe(200);
  });

  it('revokes the tokens of one person alone', async () => {
    const [grace, kim] = [await app.signUp('grace'), await app.signUp('kim')];
    const [hers, his] = [await createToken(grace), await createToken(kim)];
    const socket = await connectSocket(app.url, { params: bearer(hers.secret) });
    expect([await accounts.revokeTokens('GRACE'), await accounts.revokeTokens('grace')]).toEqual([1, 0]);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect([await statusOf(hers.secret), await statusOf(his.secret), (await grace.rest.get('/api/leads')).status]).toEqual([401, 200, 200]);
    expect(await app.container.db.prisma.event.count({ where: { kind: 'api_token.revoked', subjectId: hers.id } })).toBe(1);
  });

  it('ends the sessions of one person alone', async () => {
    const [lou, max] = [await app.signUp('lou'), await app.signUp('max')];
    await signIn('lou', PASSWORD);
    expect(await accounts.endSessions('lou')).toBe(2);
    expect([(await lou.rest.get('/api/leads')).status, (await max.rest.get('/api/leads')).status]).toEqual([401, 200]);
    expect(await devicesOf('lou')).toBe(0);
  });

  it('rejects weak passwords, and only finds existing users', async () => {
    await app.signUp('nia');
    await expect(accounts.setPassword('nia', 'password1')).rejects.toThrow('too common');
    await expect(accounts.setPassword('nia', 'northwind-traders')).rejects.toThrow('name of the company');
    await expect(accounts.revokeTokens('nobody')).rejects.toThrow('Account not found');
    await expect(accounts.endSessions('nobody')).rejects.toThrow('Account not found');
  });
});
