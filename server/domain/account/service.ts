import { Credentials, emailFor, Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions, StartedSession } from '#server/auth/sessions.ts';
import type { Throttle } from '#server/auth/throttle.ts';
import { isUniqueViolation } from '#server/database/unique-violation.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid, RegistrationClosed, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { isCommonPassword } from './common-passwords.ts';

export interface SignedIn {
  readonly user: User;
  readonly session: StartedSession;
}

interface AccountDeps extends Deps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly settings: { readonly registration: 'open' | 'closed'; readonly emailDomain: string };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Who works here, and how they get in. */
export const createAccounts = ({ db, log, clock, newId, passwords, sessions, throttle, settings }: AccountDeps) => ({
  /** Makes an account and signs it in. `address` is where the request comes from. */
  register: async (input: unknown, address: string): Promise<SignedIn> => {
    if (settings.registration === 'closed') throw new RegistrationClosed();
    const { username, password, email, firstName, lastName } = parse(Registration, input);
    if (isCommonPassword(password)) {
      throw new Invalid([{ path: 'password', message: 'This password is too common. Please choose another one.' }]);
    }
    await throttle.visit(address);
    const passwordHash = await passwords.hash(password);
    const now = clock.now();
    return db
      .transaction(async (tx) => {
        const user = await tx.user.create({
          data: {
            id: newId(),
            username,
            email: email || emailFor(username, settings.emailDomain),
            passwordHash,
            firstName: firstName ?? '',
            lastName: lastName ?? '',
            createdAt: now,
            updatedAt: now,
          },
        });
        const subject = { type: 'user', id: user.id };
        await log.append(tx, { kind: 'account.registered', subject, actorId: user.id, data: { username }, at: now });
        return { user, session: await sessions.start(tx, user.id) };
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new Conflict('This username is already taken.') : error;
      });
  },

  /** Signs in. Unknown usernames and wrong passwords get the same answer in the same time. */
  signIn: async (input: unknown, address: string): Promise<SignedIn> => {
    const { username, password } = parse(Credentials, input);
    await throttle.attempt(username, address);
    const user = await db.prisma.user.findUnique({ where: { username } });
    const right = await passwords.verify(password, user?.passwordHash ?? null);
    if (!user?.isActive || !right) throw new WrongPassword();
    await throttle.succeeded(username);
    return db.transaction(async (tx) => {
      const subject = { type: 'user', id: user.id };
      await log.append(tx, { kind: 'session.started', subject, actorId: user.id, data: {}, at: clock.now() });
      return { user, session: await sessions.start(tx, user.id) };
    });
  },

  /** Ends the viewer's session; its open sockets close. */
  signOut: (viewer: Viewer): Promise<void> =>
    db.transaction(async (tx) => {
      const subject = { type: 'user', id: viewer.id };
      await log.append(tx, { kind: 'session.ended', subject, actorId: viewer.id, data: {}, at: clock.now() });
      await sessions.end(tx, viewer.sessionId);
    }),
});
