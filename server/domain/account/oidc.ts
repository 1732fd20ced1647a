import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type RegistrationMode, ROLE_KEYS, type RoleKey } from '#contract/access.ts';
import { Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { Challenges } from '#server/auth/challenges.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import { type IdentityProvider, IdentityProviderRefused, type ProviderIdentity } from '#server/integrations/oidc/port.ts';
import type { Directory } from '../access/directory.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, DomainError } from '../failures.ts';
import { recordAcceptance, takeInvitationOf } from '../people/invitations.ts';
import { createAccount, lockAccountNames } from './registration.ts';
import { isAtDomain } from './registration-mode.ts';
import { revokeAllTokens } from './revoke-tokens.ts';
import { removeApp } from './second-factor.ts';
import type { Accounts, SignedIn, Visitor } from './service.ts';

/** Why nobody was signed in, for the sign-in screen. */
export type OidcFailure = 'refused' | 'no_group' | 'closed' | 'no_email' | 'name_in_use' | 'not_invited';

/** The sign-in with the identity provider failed; the message is for the log. */
export class OidcSignInFailed extends DomainError {
  readonly reason: OidcFailure;
  constructor(reason: OidcFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

interface OidcDeps extends ServiceDeps, SecurityDeps {
  /** Null without one. */
  readonly identityProvider: IdentityProvider | null;
  readonly challenges: Challenges;
  readonly throttle: SignInThrottle;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly devices: KnownDevices;
  readonly passwords: Passwords;
  readonly directory: Directory;
  readonly accounts: Pick<Accounts, 'openSession'>;
  readonly settings: {
    readonly emailDomain: string;
    readonly registration: RegistrationMode;
    readonly registrationDomains: readonly string[];
    /** The role of each group; null where roles are given here. */
    readonly roleMap: Readonly<Record<string, RoleKey>> | null;
    /** The name of the team of each group; null where teams are given here. */
    readonly teamMap: Readonly<Record<string, string>> | null;
  };
}

export type Oidc = ReturnType<typeof createOidc>;

/** Sign-in with the company's identity provider (OpenID Connect). Second factors are the provider's own. */
export const createOidc = ({
  db,
  log,
  clock,
  newId,
  identityProvider,
  challenges,
  throttle,
  sessions,
  tokens,
  devices,
  passwords,
  directory,
  accounts,
  settings,
  securityLog,
}: OidcDeps) => {
  const { roleMap, teamMap, emailDomain } = settings;

  const requireProvider = (): IdentityProvider => {
    if (!identityProvider) throw new Conflict('No identity provider is configured.');
    return identityProvider;
  };

  /** The role for these groups; null to leave it as it is. Throws where no group may sign in. */
  const roleFor = ({ groups }: ProviderIdentity): RoleKey | null => {
    if (!roleMap) return null;
    const roles = groups.flatMap((group) => roleMap[group] ?? []);
    const role = ROLE_KEYS.find((key) => roles.includes(key));
    if (!role) throw new OidcSignInFailed('no_group', 'None of the person’s groups is in OIDC_ROLE_MAP.');
    return role;
  };

  /** A group of the role map is let in, and so is an invitation; anyone else as the registration says. */
  const mayRegister = (mode: RegistrationMode, { email, isEmailVerified }: ProviderIdentity): boolean =>
    roleMap !== null || mode === 'open' || (mode === 'domain' && isEmailVerified && isAtDomain(email ?? '', settings.registrationDomains));

  const create = async (tx: Tx, identity: ProviderIdentity, passwordHash: string, mode: RegistrationMode): Promise<User> => {
    const { email, username, firstName, lastName } = identity;
    if (!email) throw new OidcSignInFailed('no_email', 'The identity provider gave no verified email address.');
    const now = clock.now();
    const invitation = identity.isEmailVerified ? await takeInvitationOf(tx, email, now) : null;
    if (!invitation && !mayRegister(mode, identity))
      throw new OidcSignInFailed('not_invited', `Registration: ${mode}, and there is no invitation.`);
    const parsed = Registration.shape.username.safeParse(username ?? email);
    const name = parsed.success ? parsed.data : email;
    const taken = await tx.user.findUnique({ where: { username: name }, select: { id: true } });
    const fields = { username: taken ? email : name, email, password: '', firstName, lastName };
    const user = await createAccount(tx, fields, passwordHash, { log, clock, newId, emailDomain }, invitation);
    if (invitation) await recordAcceptance(tx, invitation, user.id, now, log);
    return user;
  };

  /** From now on the provider vouches for the account: nothing works any more that somebody else may have set up before. */
  const takeOver = async (tx: Tx, user: User, passwordHash: string): Promise<void> => {
    if (user.secondFactorExempt) throw new OidcSignInFailed('name_in_use', 'The operator’s emergency account cannot be linked.');
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await removeApp(tx, user.id);
    await tx.passkey.deleteMany({ where: { userId: user.id } });
    await tx.oidcIdentity.deleteMany({ where: { userId: user.id } });
    await tx.passwordReset.deleteMany({ where: { userId: user.id } });
    await devices.forgetAll(tx, user.id);
    await sessions.endAll(tx, user.id);
    await revokeAllTokens(tx, user.id, { tokens, log, at: clock.now() });
  };

  const findOrCreate = async (tx: Tx, identity: ProviderIdentity, passwordHash: string, mode: RegistrationMode): Promise<User> => {
    const { issuer, subject, email } = identity;
    const known = await tx.oidcIdentity.findUnique({ where: { issuer_subject: { issuer, subject } }, include: { user: true } });
    if (known) return known.user;
    const existing = email ? await tx.user.findUnique({ where: { email } }) : null;
    if (existing && !existing.isActive) return existing;
    if (existing && !identity.isEmailVerified)
      throw new OidcSignInFailed('name_in_use', 'The identity provider does not say that the address of this account is verified.');
    if (existing) await takeOver(tx, existing, passwordHash);
    const user = existing ?? (await create(tx, identity, passwordHash, mode));
    await tx.oidcIdentity.create({ data: { issuer, subject, userId: user.id, createdAt: clock.now() } });
    await log.append(tx, {
      kind: 'account.linked',
      subject: { type: 'user', id: user.id },
      actorId: user.id,
      data: { issuer },
      at: clock.now(),
    });
    return user;
  };

  /** Email address, role and team as the provider says now. */
  const follow = async (tx: Tx, user: User, identity: ProviderIdentity, role: RoleKey | null): Promise<User> => {
    const { email, groups } = identity;
    const at = clock.now();
    const subject = { type: 'user', id: user.id };
    const changes: { email?: string; roleKey?: RoleKey; teamId?: string } = {};
    if (email && email !== user.email) {
      const other = await tx.user.findFirst({
        where: { id: { not: user.id }, OR: [{ email }, { username: email }] },
        select: { id: true },
      });
      if (!other) changes.email = email;
    }
    if (role && role !== user.roleKey && !(user.roleKey === 'admin' && (await isLastAdmin(tx, user.id)))) changes.roleKey = role;
    const names = teamMap ? groups.flatMap((group) => teamMap[group] ?? []) : [];
    const team = names.length > 0 ? await tx.team.findFirst({ where: { name: { in: names } }, orderBy: { name: 'asc' } }) : null;
    if (team && team.id !== user.teamId) changes.teamId = team.id;
    if (Object.keys(changes).length === 0) return user;
    const updated = await tx.user.update({ where: { id: user.id }, data: { ...changes, updatedAt: at } });
    if (changes.email) await log.append(tx, { kind: 'account.updated', subject, actorId: user.id, data: { changed: ['email'] }, at });
    if (changes.roleKey) {
      const from = ROLE_KEYS.find((key) => key === user.roleKey) ?? 'read_only';
      await log.append(tx, { kind: 'account.role_changed', subject, actorId: null, data: { from, to: changes.roleKey }, at });
    }
    if (changes.teamId)
      await log.append(tx, { kind: 'account.team_changed', subject, actorId: null, data: { from: user.teamId, to: changes.teamId }, at });
    return updated;
  };

  const identify = async (identity: ProviderIdentity): Promise<User> => {
    const role = roleFor(identity);
    const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
    const mode = settings.registration;
    const user = await db.transaction(async (tx) => {
      await lockTransaction(tx, ADVISORY_LOCKS.access);
      await lockAccountNames(tx);
      const found = await findOrCreate(tx, identity, passwordHash, mode);
      // A closed account stays as it is: it was found by an address that need not be verified.
      return found.isActive ? follow(tx, found, identity, role) : found;
    });
    if (!user.isActive) throw new OidcSignInFailed('closed', 'The account is closed.');
    await directory.reload();
    return user;
  };

  return {
    isConfigured: identityProvider !== null,

    /** Where to send the browser, and the value of the cookie that binds its return to it. Throws `TooManyAttempts`. */
    begin: async (address: string): Promise<{ readonly url: string; readonly browser: string }> => {
      await throttle.challenge(address);
      const { url, state, nonce, codeVerifier } = await requireProvider().begin();
      const browser = randomBytes(32).toString('base64url');
      await challenges.add('oidc', state, { nonce, codeVerifier, browser });
      return { url, browser };
    },

    /** Signs in who came back from the provider; makes the account at the first time. Throws `OidcSignInFailed`. */
    finish: async (parameters: URLSearchParams, browser: string | null, visitor: Visitor): Promise<SignedIn> => {
      try {
        const state = parameters.get('state') ?? '';
        const begun = await challenges.take('oidc', state);
        if (!begun?.nonce || !begun.codeVerifier || !isSame(begun.browser ?? '', browser ?? ''))
          throw new OidcSignInFailed('refused', 'The sign-in was not begun in this browser, took too long, or came back before.');
        const { nonce, codeVerifier } = begun;
        const identity = await requireProvider().finish(parameters, { state, nonce, codeVerifier });
        const user = await identify(identity);
        const method = { method: 'oidc', oidcSessionId: identity.sessionId } as const;
        return await accounts.openSession(user, visitor, method, async (tx) => {
          const active = await tx.user.findFirst({ where: { id: user.id, isActive: true }, select: { id: true } });
          if (!active) throw new OidcSignInFailed('closed', 'The account is closed.');
        });
      } catch (error) {
        const failure = asFailure(error);
        if (!failure) throw error;
        securityLog.record('sign_in.failed', { reason: `oidc_${failure.reason}` });
        throw failure;
      }
    },

    /** Ends the sessions that a logout token of the provider names; returns how many. Throws `IdentityProviderRefused`. */
    endSessions: async (token: string): Promise<number> => {
      const { issuer, subject, sessionId, messageId } = await requireProvider().readLogout(token);
      if (!(await challenges.add('oidc_logout', messageId))) throw new IdentityProviderRefused('The logout token came before.');
      const ended = await db.transaction(async (tx) => {
        const found = await tx.session.findMany({
          where: {
            method: 'oidc',
            ...(sessionId && { oidcSessionId: sessionId }),
            user: { oidcIdentities: { some: { issuer, ...(subject && { subject }) } } },
          },
          select: { id: true, userId: true },
        });
        for (const { id, userId } of found) {
          await sessions.end(tx, id, userId);
          const event = {
            kind: 'session.ended',
            subject: { type: 'user', id: userId },
            actorId: userId,
            data: {},
            at: clock.now(),
          } as const;
          await log.append(tx, event);
          await tx.$executeRaw`select pg_notify('callboard_sessions', ${id})`;
        }
        return found;
      });
      for (const { id } of ended) sessions.notifyEnded(id);
      securityLog.record('session.ended', { reason: 'identity_provider', sessionsEnded: ended.length });
      return ended.length;
    },
  };
};

const isLastAdmin = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.user.count({ where: { roleKey: 'admin', isActive: true, id: { not: id } } })) === 0;

function asFailure(error: unknown): OidcSignInFailed | null {
  if (error instanceof OidcSignInFailed) return error;
  if (error instanceof IdentityProviderRefused) return new OidcSignInFailed('refused', error.message, { cause: error });
  if (error instanceof Conflict) return new OidcSignInFailed('name_in_use', error.message, { cause: error });
  return null;
}

const isSame = (one: string, other: string): boolean =>
  one.length > 0 && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
