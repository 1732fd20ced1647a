import { Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import { SIGNED_OUT_CHANNEL } from '#server/auth/signed-out.ts';
import type { Throttle } from '#server/auth/throttle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { demandUncommon, makeAccount, orTaken, readRegistration } from './new-account.ts';

interface AdministrationDeps extends Deps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly emailDomain: string;
}

export type Administration = ReturnType<typeof createAdministration>;

/** What whoever runs the server may do about accounts; there is no door for it but the machine's own. */
export const createAdministration = ({ db, log, clock, newId, passwords, sessions, throttle, emailDomain }: AdministrationDeps) => {
  const find = async (username: string): Promise<User> => {
    const user = await db.prisma.user.findUnique({ where: { username } });
    if (!user) throw new NotFound('Account', username);
    return user;
  };

  return {
    /** Everybody, by name. */
    list: () => db.prisma.user.findMany({ orderBy: { username: 'asc' }, take: 10_000 }),

    /** Makes an account, whether or not registration is open. */
    add: async (input: unknown): Promise<User> => {
      const registration = readRegistration(input);
      const hash = await passwords.hash(registration.password);
      return db
        .transaction((tx) => makeAccount(tx, registration, hash, { log, clock, newId, emailDomain }))
        .catch((error: unknown) => orTaken(db, registration.username, error));
    },

    /** Gives somebody another password, and signs them out wherever they are signed in. */
    setPassword: async (username: string, password: string): Promise<void> => {
      const user = await find(username);
      demandUncommon(parse(Registration.pick({ password: true }), { password }).password);
      const passwordHash = await passwords.hash(password);
      await db.transaction(async (tx) => {
        const now = clock.now();
        await tx.user.update({ where: { id: user.id }, data: { passwordHash, updatedAt: now } });
        await log.append(tx, { kind: 'account.password_set', subject: { type: 'user', id: user.id }, actorId: user.id, data: {}, at: now });
        await sessions.endAll(tx, user.id);
      });
      // Whoever forgot their password has tried some, and would be kept waiting with the new one.
      await throttle.succeeded(user.username, '');
    },

    /** Lets somebody in no more, or again; what they did stays. Sessions and tokens of a closed account are worth nothing at once. */
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
        await tx.$executeRaw`select pg_notify(${SIGNED_OUT_CHANNEL}, id) from api_tokens where user_id = ${user.id} and revoked_at is null`;
      });
    },
  };
};
