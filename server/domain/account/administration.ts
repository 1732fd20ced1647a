import { type RoleKey, roleKeyOf } from '#contract/access.ts';
import { Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import { REVOKED_CHANNEL } from '#server/auth/revoked-credentials.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { requireAnotherAdmin } from '../people/change-access.ts';
import {
  assertPasswordAllowed,
  createAccount,
  findByUsername,
  type PasswordRules,
  readRegistration,
  rethrowIfDuplicate,
} from './registration.ts';
import { revokeAllTokens } from './revoke-tokens.ts';
import { removeAllFactors } from './second-factor.ts';

interface AdministrationDeps extends ServiceDeps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly devices: KnownDevices;
  readonly throttle: SignInThrottle;
  readonly passwordRules: PasswordRules;
  readonly emailDomain: string;
}

export type Administration = ReturnType<typeof createAdministration>;

/** What the operator may do with accounts, from the command line of the server only. */
export const createAdministration = ({
  db,
  log,
  clock,
  newId,
  passwords,
  sessions,
  tokens,
  devices,
  throttle,
  passwordRules,
  emailDomain,
}: AdministrationDeps) => {
  const find = async (username: string): Promise<User> => {
    const user = await findByUsername(db, username);
    if (!user) throw new NotFound('Account', username);
    return user;
  };

  const removeSecondFactors = (tx: Tx, userId: string) => removeAllFactors(tx, userId, { log, actorId: userId, at: clock.now() });

  return {
    /** All accounts by username. */
    list: () => db.prisma.user.findMany({ orderBy: { username: 'asc' }, take: 10_000 }),

    /** Creates an account, whether or not registration is open. */
    add: async (input: unknown): Promise<User> => {
      const registration = await readRegistration(input, passwordRules);
      const hash = await passwords.hash(registration.password);
      return db
        .transaction((tx) => createAccount(tx, registration, hash, { log, clock, newId, emailDomain }))
        .catch((error: unknown) => rethrowIfDuplicate(db, registration.username, error));
    },

    /** Sets a password, ends all sessions of the account and revokes its API tokens; returns how many tokens. */
    setPassword: async (username: string, password: string): Promise<number> => {
      const user = await find(username);
      await assertPasswordAllowed(parse(Registration.pick({ password: true }), { password }).password, user, passwordRules);
      const passwordHash = await passwords.hash(password);
      const revoked = await db.transaction(async (tx) => {
        const now = clock.now();
        await tx.user.update({ where: { id: user.id }, data: { passwordHash, updatedAt: now } });
        await log.append(tx, { kind: 'account.password_set', subject: { type: 'user', id: user.id }, actorId: user.id, data: {}, at: now });
        await sessions.endAll(tx, user.id);
        await devices.forgetAll(tx, user.id);
        await tx.passwordReset.deleteMany({ where: { userId: user.id } });
        return revokeAllTokens(tx, user.id, { tokens, log, at: now });
      });
      // Failed attempts before the reset must not delay signing in with the new password.
      await throttle.reset(user.username);
      return revoked.length;
    },

    /** Revokes all API tokens of an account; returns how many were active. */
    revokeTokens: async (username: string): Promise<number> => {
      const user = await find(username);
      const revoked = await db.transaction((tx) => revokeAllTokens(tx, user.id, { tokens, log, at: clock.now() }));
      return revoked.length;
    },

    /** Ends all sessions of an account and forgets its known devices; returns how many sessions. */
    endSessions: async (username: string): Promise<number> => {
      const user = await find(username);
      const ended = await db.transaction(async (tx) => {
        const ids = await sessions.endAll(tx, user.id);
        await devices.forgetAll(tx, user.id);
        const event = {
          kind: 'session.ended',
          subject: { type: 'user', id: user.id },
          actorId: user.id,
          data: {},
          at: clock.now(),
        } as const;
        for (const _ of ids) await log.append(tx, event);
        return ids;
      });
      return ended.length;
    },

    /** Gives an account another role: the way back in where nobody can sign in as an admin. Servers that run follow at once. */
    setRole: async (username: string, role: RoleKey): Promise<void> => {
      const { id } = await find(username);
      await db.transaction(async (tx) => {
        await lockTransaction(tx, ADVISORY_LOCKS.access);
        const now = clock.now();
        const before = await tx.user.findUniqueOrThrow({ where: { id } });
        if (before.roleKey === role) return;
        if (before.roleKey === 'admin') await requireAnotherAdmin(tx, id);
        await tx.user.update({ where: { id }, data: { roleKey: role, updatedAt: now } });
        const data = { from: roleKeyOf(before.roleKey), to: role };
        await log.append(tx, { kind: 'account.role_changed', subject: { type: 'user', id }, actorId: null, data, at: now });
      });
    },

    /** Removes the authenticator app, recovery codes and passkeys of somebody who lost them, and ends their sessions. */
    removeSecondFactors: async (username: string): Promise<void> => {
      const user = await find(username);
      await db.transaction(async (tx) => {
        await removeSecondFactors(tx, user.id);
        await sessions.endAll(tx, user.id);
      });
    },

    /**
     * Makes an account the emergency admin, for when the second factors or the identity provider do not work: a new password, the role
     * admin, no second factor needed, and not linked to the identity provider. `end` makes it need a second factor again.
     */
    setBreakGlass: async (username: string, isOn: boolean): Promise<void> => {
      const user = await find(username);
      await db.transaction(async (tx) => {
        const now = clock.now();
        const changes = isOn ? { secondFactorExempt: true, roleKey: 'admin', isActive: true } : { secondFactorExempt: false };
        await tx.user.update({ where: { id: user.id }, data: { ...changes, updatedAt: now } });
        await sessions.endAll(tx, user.id);
        if (!isOn) return;
        await removeSecondFactors(tx, user.id);
        await tx.oidcIdentity.deleteMany({ where: { userId: user.id } });
        const from = roleKeyOf(user.roleKey);
        const subject = { type: 'user', id: user.id };
        if (from !== 'admin')
          await log.append(tx, { kind: 'account.role_changed', subject, actorId: null, data: { from, to: 'admin' }, at: now });
      });
    },

    /** Closes or reopens an account; its data stay. Sessions and tokens of a closed account stop working at once. */
    setActive: async (username: string, isActive: boolean): Promise<void> => {
      const user = await find(username);
      if (user.isActive === isActive) return;
      await db.transaction(async (tx) => {
        const now = clock.now();
        await tx.user.update({ where: { id: user.id }, data: { isActive, updatedAt: now } });
        const kind = isActive ? 'account.reopened' : 'account.closed';
        await log.append(tx, { kind, subject: { type: 'user', id: user.id }, actorId: null, data: { username: user.username }, at: now });
        if (isActive) return;
        await sessions.endAll(tx, user.id);
        await tx.$executeRaw`select pg_notify(${REVOKED_CHANNEL}, id) from api_tokens where user_id = ${user.id} and revoked_at is null`;
      });
    },
  };
};
