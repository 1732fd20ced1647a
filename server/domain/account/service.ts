import type { RegistrationMode } from '#contract/access.ts';
import { Credentials, type Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Client, Sessions, SignInMethod, StartedSession } from '#server/auth/sessions.ts';
import type { SignInAttempt, SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tx } from '#server/database/client.ts';
import { setActor } from '#server/request-origin.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden, SecondFactorRequired, SecondFactorSetupRequired, TooManyAttempts, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import { recordAcceptance, takeInvitation } from '../people/invitations.ts';
import type { Viewer } from '../viewer.ts';
import { createAccount, findByUsername, type PasswordRules, readRegistration, rethrowIfDuplicate } from './registration.ts';
import { anyOf, assertEmailDomain, assertRegistrationOpen } from './registration-mode.ts';
import { type SecondFactor, wrongCode } from './second-factor.ts';

export interface SignedIn {
  readonly user: User;
  readonly session: StartedSession;
  /** The value for the device cookie; null leaves it as it is. */
  readonly device: string | null;
  /** The codes of an authenticator app that was set up with this sign-in: shown once. Left out otherwise. */
  readonly recoveryCodes?: readonly string[] | null;
}

/** The client of a sign-in or registration. */
export interface Visitor extends Client {
  /** The value of the device cookie that came along; null for none. */
  readonly device: string | null;
  /** The viewer signed in on this browser so far; that session ends when the new one starts. */
  readonly previous: Viewer | null;
}

interface AccountDeps extends ServiceDeps, SecurityDeps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
  readonly devices: KnownDevices;
  readonly secondFactor: Pick<SecondFactor, 'check'>;
  readonly passwordRules: PasswordRules;
  readonly settings: {
    readonly emailDomain: string;
    /** Who may register now, and for the mode `domain` with addresses at which domains. */
    readonly registration: RegistrationMode;
    readonly registrationDomains: readonly string[];
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Registration, sign-in and sign-out. */
export const createAccounts = ({
  db,
  log,
  clock,
  newId,
  passwords,
  sessions,
  throttle,
  devices,
  secondFactor,
  passwordRules,
  settings,
  securityLog,
}: AccountDeps) => {
  const endSession = async (tx: Tx, viewer: Viewer | null): Promise<void> => {
    if (viewer?.credential.kind !== 'session' || !(await sessions.end(tx, viewer.credential.id))) return;
    const subject = { type: 'user', id: viewer.id };
    await log.append(tx, { kind: 'session.ended', subject, actorId: viewer.id, data: {}, at: clock.now() });
  };

  const startSession = async (tx: Tx, user: User, visitor: Visitor, method?: SignInMethod): Promise<SignedIn> => {
    await endSession(tx, visitor.previous);
    const device = await devices.remember(tx, user.id, visitor.device);
    return { user, session: await sessions.start(tx, user.id, visitor, method), device };
  };

  /** Starts the session of somebody whose identity was checked; `assert` throws in the same transaction where that no longer holds. */
  const openSession = async (user: User, visitor: Visitor, method: SignInMethod, assert: (tx: Tx) => Promise<void>): Promise<SignedIn> => {
    const signedIn = await db.reserved.transaction(async (tx) => {
      await assert(tx);
      const signedIn = await startSession(tx, user, visitor, method);
      setActor({ ...user, credential: signedIn.session });
      const subject = { type: 'user', id: user.id };
      await log.append(tx, { kind: 'session.started', subject, actorId: user.id, data: { method: method.method }, at: clock.now() });
      return signedIn;
    });
    if (visitor.previous) sessions.notifyEnded(visitor.previous.credential.id);
    securityLog.record('sign_in.succeeded', { actor: user, reason: method.method });
    return signedIn;
  };
  /** Every failed sign-in ends here, so that it is logged once. */
  const refuseSignIn = ({ account }: SignInAttempt, failure: WrongPassword | TooManyAttempts, reason?: string): never => {
    const event = failure instanceof TooManyAttempts ? 'sign_in.locked_out' : 'sign_in.failed';
    securityLog.record(event, { username: account, ...(reason && { reason }) });
    throw failure;
  };

  type CreateUser = (tx: Tx, passwordHash: string) => Promise<User>;
  const signUp = async ({ username, password }: Registration, visitor: Visitor, create: CreateUser): Promise<SignedIn> => {
    const { previous } = visitor;
    const passwordHash = await passwords.hash(password);
    const registered = await db.reserved
      .transaction(async (tx) => startSession(tx, await create(tx, passwordHash), visitor))
      .catch((error: unknown) => rethrowIfDuplicate(db.reserved, username, error));
    if (previous) sessions.notifyEnded(previous.credential.id);
    securityLog.record('registration.succeeded', { actor: registered.user });
    return registered;
  };
  const creation = { log, clock, newId, emailDomain: settings.emailDomain };

  return {
    /** Whether somebody may register without an invitation. */
    registrationOpen: (): boolean => settings.registration === 'domain' || settings.registration === 'open',

    /** How one gets an account, in a sentence; null where anyone can register or nobody can. */
    registrationHint: (): string | null => {
      const { registration, registrationDomains } = settings;
      if (registration === 'domain') return `Register with your email address at ${anyOf(registrationDomains)} as username.`;
      return registration === 'invitation' ? 'Ask an admin for an invitation link to get an account.' : null;
    },

    /** Creates an account and signs it in. */
    register: async (input: unknown, visitor: Visitor): Promise<SignedIn> => {
      assertNotToken(visitor.previous);
      const { registration, registrationDomains } = settings;
      assertRegistrationOpen(registration);
      await throttle.register(visitor.address);
      const fields = await readRegistration(input, passwordRules);
      assertEmailDomain(registration, { username: fields.username, email: fields.email }, registrationDomains);
      return signUp(fields, visitor, (tx, hash) => createAccount(tx, fields, hash, creation));
    },

    /** Creates the account of an invitation, whoever may register, and signs it in. Throws `NotFound` or `Conflict` for one that is not open. */
    acceptInvitation: async (token: string, input: unknown, visitor: Visitor): Promise<SignedIn> => {
      assertNotToken(visitor.previous);
      await throttle.register(visitor.address);
      const fields = await readRegistration(input, passwordRules);
      return signUp(fields, visitor, async (tx, hash) => {
        const now = clock.now();
        const invitation = await takeInvitation(tx, token, now);
        const user = await createAccount(tx, fields, hash, creation, invitation);
        await recordAcceptance(tx, invitation, user.id, now, log);
        return user;
      });
    },

    /**
     * Signs in. Unknown usernames and wrong passwords get the same response in the same time. Throws `SecondFactorRequired` and
     * `SecondFactorSetupRequired` after the right password, neither of which counts as a failure nor as a success.
     */
    signIn: async (input: unknown, visitor: Visitor): Promise<SignedIn> => {
      assertNotToken(visitor.previous);
      const { username, password, code } = parse(Credentials, input);
      const attempt = { account: username, address: visitor.address, knownDevice: await devices.find(visitor.device, username) };
      let isPasswordRight = false;
      const check = async () => {
        const user = await findByUsername(db.reserved, username);
        const isCorrect = await passwords.verify(password, user?.passwordHash ?? null);
        if (!user?.isActive || !isCorrect) return null;
        isPasswordRight = true;
        const factor = await secondFactor.check(user, code ?? '');
        return factor && { user, factor };
      };
      const checked = await throttle.signIn(attempt, check).catch((error: unknown) => {
        if (error instanceof TooManyAttempts) return refuseSignIn(attempt, error);
        if (error instanceof SecondFactorRequired || error instanceof SecondFactorSetupRequired || error instanceof WrongPassword)
          securityLog.record('second_factor.required', { username });
        throw error;
      });
      if (!checked)
        return isPasswordRight ? refuseSignIn(attempt, wrongCode(), 'second_factor') : refuseSignIn(attempt, new WrongPassword());
      const { user, factor } = checked;
      const signedIn = await openSession(user, visitor, { method: factor.method }, (tx) => assertUnchanged(tx, user));
      return { ...signedIn, recoveryCodes: factor.recoveryCodes };
    },

    openSession,

    /** Ends the viewer's session; its open sockets close. */
    signOut: async (viewer: Viewer): Promise<void> => {
      assertNotToken(viewer);
      await db.reserved.transaction((tx) => endSession(tx, viewer));
      sessions.notifyEnded(viewer.credential.id);
      securityLog.record('session.ended', { actor: viewer, sessionsEnded: 1 });
    },
  };
};

/** Refuses the sign-in when the password was changed or the account closed in the meantime. */
async function assertUnchanged(tx: Tx, { id, passwordHash }: User): Promise<void> {
  const [unchanged] = await tx.$queryRaw<
    unknown[]
  >`select id from users where id = ${id} and password_hash = ${passwordHash} and is_active for share`;
  if (!unchanged) throw new WrongPassword();
}

function assertNotToken(viewer: Viewer | null): void {
  if (viewer?.credential.kind === 'token') throw new Forbidden('API tokens cannot sign in or out. Send the request without one.');
}
