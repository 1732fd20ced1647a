import { Credentials } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions, StartedSession } from '#server/auth/sessions.ts';
import type { Throttle } from '#server/auth/throttle.ts';
import type { Tx } from '#server/database/client.ts';
import type { Deps } from '../deps.ts';
import { Forbidden, RegistrationClosed, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { makeAccount, orTaken, readRegistration } from './new-account.ts';

export interface SignedIn {
  readonly user: User;
  readonly session: StartedSession;
}

/** Who comes to the door. */
export interface Visitor {
  /** Where the request comes from. */
  readonly address: string;
  /** Who was signed in on this browser until now: that session ends when another begins. */
  readonly previous: Viewer | null;
}

interface AccountDeps extends Deps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly settings: { readonly registration: 'open' | 'closed'; readonly emailDomain: string };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Who works here, and how they get in. */
export const createAccounts = ({ db, log, clock, newId, passwords, sessions, throttle, settings }: AccountDeps) => {
  const end = async (tx: Tx, viewer: Viewer | null): Promise<void> => {
    if (viewer?.credential.kind !== 'session' || !(await sessions.end(tx, viewer.credential.id))) return;
    const subject = { type: 'user', id: viewer.id };
    await log.append(tx, { kind: 'session.ended', subject, actorId: viewer.id, data: {}, at: clock.now() });
  };

  return {
    /** Makes an account and signs it in. */
    register: async (input: unknown, { address, previous }: Visitor): Promise<SignedIn> => {
      personOnly(previous);
      if (settings.registration === 'closed') throw new RegistrationClosed();
      const registration = readRegistration(input);
      await throttle.visit(address);
      const passwordHash = await passwords.hash(registration.password);
      const made = await db
        .transaction(async (tx) => {
          const user = await makeAccount(tx, registration, passwordHash, { log, clock, newId, emailDomain: settings.emailDomain });
          await end(tx, previous);
          return { user, session: await sessions.start(tx, user.id) };
        })
        .catch((error: unknown) => orTaken(db, registration.username, error));
      if (previous) sessions.left(previous.credential.id);
      return made;
    },

    /** Signs in. Unknown usernames and wrong passwords get the same answer in the same time. */
    signIn: async (input: unknown, { address, previous }: Visitor): Promise<SignedIn> => {
      personOnly(previous);
      const { username, password } = parse(Credentials, input);
      await throttle.attempt(username, address);
      const user = await db.reserved.prisma.user.findUnique({ where: { username } });
      const right = await passwords.verify(password, user?.passwordHash ?? null);
      if (!user?.isActive || !right) throw new WrongPassword();
      await throttle.succeeded(username, address);
      const signedIn = await db.reserved.transaction(async (tx) => {
        await demandUnchanged(tx, user);
        const subject = { type: 'user', id: user.id };
        await log.append(tx, { kind: 'session.started', subject, actorId: user.id, data: {}, at: clock.now() });
        await end(tx, previous);
        return { user, session: await sessions.start(tx, user.id) };
      });
      if (previous) sessions.left(previous.credential.id);
      return signedIn;
    },

    /** Ends the viewer's session; its open sockets close. */
    signOut: async (viewer: Viewer): Promise<void> => {
      personOnly(viewer);
      await db.transaction((tx) => end(tx, viewer));
      sessions.left(viewer.credential.id);
    },
  };
};

/** Whoever is given another password or let in no more at this moment is not let in behind it: the session that begins now is ended, too. */
async function demandUnchanged(tx: Tx, { id, passwordHash }: User): Promise<void> {
  const [same] = await tx.$queryRaw<
    unknown[]
  >`select id from users where id = ${id} and password_hash = ${passwordHash} and is_active for share`;
  if (!same) throw new WrongPassword();
}

function personOnly(viewer: Viewer | null): void {
  if (viewer?.credential.kind === 'token') throw new Forbidden('An API token neither signs in nor out: ask without it.');
}
