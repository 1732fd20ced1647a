import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { ROLE_KEYS, type RoleKey } from '#contract/access.ts';
import { FactorCode } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import { endInsufficientSessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import { requireUnlimited } from '../access/token-access.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, Forbidden, SecondFactorRequired, SecondFactorSetupRequired, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import { requireAdmin } from '../people/change-access.ts';
import type { Viewer } from '../viewer.ts';
import { type ConfirmPassword, createPasswordVerifier } from './password-confirmation.ts';

/** Recovery codes of one person. */
export const RECOVERY_CODES = 10;
/** Time steps before and after the present one whose codes are accepted: clocks differ. */
const WINDOW = 1;
const PERIOD_SECONDS = 30;
// Crockford’s base 32: no letter that looks like a digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** What an authenticator app is set up with. */
export interface TotpSetup {
  /** `otpauth://totp/…`, for an app on the same device. */
  readonly uri: string;
  /** The secret in base 32, for typing. */
  readonly secret: string;
  /** The address as a QR code: an SVG image as a `data:` URL. */
  readonly qrCode: string;
}

export interface SecondFactorStatus {
  /** Whether an authenticator app is set up. */
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  /** Whether the person's role requires a second factor. */
  readonly required: boolean;
  /** Whether this server can keep the secrets of authenticator apps: `IDENTITY_SECRET` is set. */
  readonly available: boolean;
}

/** What a right password and code led to. */
export interface FactorResult {
  readonly method: 'password' | 'second_factor';
  /** The codes of an authenticator app that was set up with this sign-in; null otherwise. */
  readonly recoveryCodes: readonly string[] | null;
}

interface SecondFactorDeps extends Omit<ServiceDeps, 'newId'>, SecurityDeps {
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly confirmPassword: ConfirmPassword;
  /** Null without `IDENTITY_SECRET`. */
  readonly secretBox: SecretBox | null;
  readonly settings: { readonly companyName: string };
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Authenticator apps and recovery codes, and which roles require a second factor. */
export const createSecondFactor = ({
  db,
  log,
  clock,
  passwords,
  throttle,
  confirmPassword,
  secretBox,
  settings,
  securityLog,
}: SecondFactorDeps) => {
  const verifyPassword = createPasswordVerifier({ passwords, throttle, securityLog });

  const requireBox = (): SecretBox => {
    if (!secretBox) throw new Conflict('Authenticator apps are not available: the operator has to set IDENTITY_SECRET first.');
    return secretBox;
  };

  const totpOf = (user: Pick<User, 'username'>, secret: Secret) =>
    new TOTP({ issuer: settings.companyName, label: user.username, secret, period: PERIOD_SECONDS });

  const setupOf = (user: Pick<User, 'username'>, secret: Secret): TotpSetup => {
    const uri = totpOf(user, secret).toString();
    return { uri, secret: secret.base32, qrCode: `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri))}` };
  };

  /** Stores a new secret; it counts once a code of it was entered. */
  const createSecret = async (user: Pick<User, 'id' | 'username'>): Promise<TotpSetup> => {
    const secret = new Secret({ size: 20 });
    const fields = { secret: requireBox().seal(secret.base32, user.id), confirmedAt: null, lastStep: 0, createdAt: clock.now() };
    await db.prisma.totpCredential.upsert({ where: { userId: user.id }, create: { userId: user.id, ...fields }, update: fields });
    return setupOf(user, secret);
  };

  /** Accepts a code of the app, once; false for any other. */
  const takeTotp = async (user: Pick<User, 'id' | 'username'>, sealed: string, code: string): Promise<boolean> => {
    const secret = secretBox?.open(sealed, user.id);
    if (!secret || !/^\d{6}$/.test(code)) return false;
    const timestamp = clock.now().getTime();
    const delta = totpOf(user, Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return false;
    const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
    // Of two at once, the second finds the step taken.
    const { count } = await db.prisma.totpCredential.updateMany({
      where: { userId: user.id, secret: sealed, lastStep: { lt: step } },
      data: { lastStep: step },
    });
    return count > 0;
  };

  const takeRecoveryCode = async (userId: string, code: string): Promise<boolean> => {
    const codeHash = digest(code);
    const { count } = await db.prisma.recoveryCode.deleteMany({ where: { userId, codeHash } });
    return count > 0;
  };

  const replaceRecoveryCodes = async (tx: Tx, userId: string): Promise<readonly string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: digest(code), createdAt: clock.now() })) });
    return codes;
  };

  const appendChange = (tx: Tx, id: string, change: 'app_added' | 'app_removed' | 'recovery_codes_renewed') =>
    log.append(tx, {
      kind: 'account.second_factor_changed',
      subject: { type: 'user', id },
      actorId: id,
      data: { change },
      at: clock.now(),
    });

  /** The app counts from now on; its recovery codes are returned this once. */
  const confirmApp = async (user: Pick<User, 'id' | 'username'>, sealed: string): Promise<readonly string[]> => {
    const codes = await db.transaction(async (tx) => {
      const { count } = await tx.totpCredential.updateMany({
        where: { userId: user.id, secret: sealed, confirmedAt: null },
        data: { confirmedAt: clock.now() },
      });
      if (count === 0) throw new Conflict('The authenticator app is set up already.');
      await appendChange(tx, user.id, 'app_added');
      return replaceRecoveryCodes(tx, user.id);
    });
    securityLog.record('second_factor.added', { actor: user });
    return codes;
  };

  const isRequired = async (userId: string): Promise<boolean> => {
    const user = await db.prisma.user.findUniqueOrThrow({ where: { id: userId }, include: { role: true } });
    return user.role.requiresSecondFactor && !user.secondFactorExempt;
  };

  return {
    /** What the viewer has set up. */
    status: async (viewer: Viewer): Promise<SecondFactorStatus> => {
      requireUnlimited(viewer, 'your second factor');
      const { id } = viewer;
      const [credential, recoveryCodesLeft, required] = await Promise.all([
        db.prisma.totpCredential.findUnique({ where: { userId: id } }),
        db.prisma.recoveryCode.count({ where: { userId: id } }),
        isRequired(id),
      ]);
      return { totp: Boolean(credential?.confirmedAt), recoveryCodesLeft, required, available: secretBox !== null };
    },

    /** Begins to set up an app. Throws `Conflict` where one is set up already, and like `ConfirmPassword`. */
    enroll: async (viewer: Viewer, input: unknown): Promise<TotpSetup> => {
      await confirmPassword(viewer, input);
      const existing = await db.prisma.totpCredential.findUnique({ where: { userId: viewer.id } });
      if (existing?.confirmedAt) throw new Conflict('An authenticator app is set up already. Remove it first.');
      return createSecret(viewer);
    },

    /** Ends setting up, with a code of the app; returns the recovery codes. Throws `WrongPassword` for a wrong code. */
    confirm: async (viewer: Viewer, input: unknown): Promise<readonly string[]> => {
      assertPerson(viewer);
      const { code } = parse(FactorCode, input);
      const credential = await db.prisma.totpCredential.findUnique({ where: { userId: viewer.id } });
      if (!credential || credential.confirmedAt) throw new Conflict('Start setting up the authenticator app again.');
      const attempt = { personId: viewer.id, sessionId: viewer.credential.id };
      const isRight = await throttle.confirm(attempt, async () => (await takeTotp(viewer, credential.secret, code)) || null);
      if (!isRight) throw wrongCode();
      const codes = await confirmApp(viewer, credential.secret);
      await db.prisma.session.updateMany({ where: { id: viewer.credential.id }, data: { method: 'second_factor' } });
      return codes;
    },

    /** Replaces the recovery codes; earlier ones stop working. Throws `Conflict` without an app, and like `ConfirmPassword`. */
    renewRecoveryCodes: async (viewer: Viewer, input: unknown): Promise<readonly string[]> => {
      await confirmPassword(viewer, input);
      const codes = await db.transaction(async (tx) => {
        const confirmed = { userId: viewer.id, confirmedAt: { not: null } };
        if (!(await tx.totpCredential.findFirst({ where: confirmed }))) throw new Conflict('Set up an authenticator app first.');
        await appendChange(tx, viewer.id, 'recovery_codes_renewed');
        return replaceRecoveryCodes(tx, viewer.id);
      });
      securityLog.record('second_factor.codes_renewed', { actor: viewer });
      return codes;
    },

    /** Removes the app and the recovery codes; always with the password. Throws `WrongPassword`, and `Conflict` where the role requires it. */
    disable: async (viewer: Viewer, input: unknown): Promise<void> => {
      assertPerson(viewer);
      const { password } = parse(z.object({ password: z.string() }), input);
      const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id: viewer.id }, select: { passwordHash: true } });
      await verifyPassword(viewer, password, passwordHash);
      if (await isRequired(viewer.id)) throw new Conflict('Your role requires a second factor.');
      const removed = await db.transaction(async (tx) => {
        if (!(await removeApp(tx, viewer.id))) return false;
        await appendChange(tx, viewer.id, 'app_removed');
        return true;
      });
      if (removed) securityLog.record('second_factor.removed', { actor: viewer });
    },

    /**
     * The second step of a sign-in, after the right password. Null for a wrong code, which counts as a failed attempt. Throws
     * `SecondFactorRequired` where a code is missing, `SecondFactorSetupRequired` where the role requires one and none is set up, and
     * `WrongPassword` where it requires one and there are passkeys alone.
     */
    check: async (user: User, code: string): Promise<FactorResult | null> => {
      const credential = await db.reserved.prisma.totpCredential.findUnique({ where: { userId: user.id } });
      if (credential?.confirmedAt) {
        if (code === '') throw new SecondFactorRequired();
        const isRight = (await takeTotp(user, credential.secret, code)) || (await takeRecoveryCode(user.id, code));
        return isRight ? { method: 'second_factor', recoveryCodes: null } : null;
      }
      if (!(await isRequired(user.id))) return { method: 'password', recoveryCodes: null };
      // Whoever knows the password alone must not put an app of their own in the place of the passkeys.
      if ((await db.reserved.prisma.passkey.count({ where: { userId: user.id } })) > 0) throw passkeyRequired();
      if (code === '' || !credential) throw new SecondFactorSetupRequired(await createSecret(user));
      if (!(await takeTotp(user, credential.secret, code))) return null;
      return { method: 'second_factor', recoveryCodes: await confirmApp(user, credential.secret) };
    },

    /**
     * Sets whether people of a role need a second factor. Their sessions without one end at once. Throws `Forbidden` for anyone but an
     * admin, and `Conflict` while the admin themselves would be signed out by it.
     */
    setRequired: async (viewer: Viewer, input: unknown): Promise<void> => {
      requireAdmin(viewer);
      const { role, required } = parse(z.object({ role: z.enum(ROLE_KEYS), required: z.boolean() }), input);
      if (required) requireBox();
      await db.transaction(async (tx) => {
        await lockTransaction(tx, ADVISORY_LOCKS.access);
        const now = clock.now();
        const { count } = await tx.role.updateMany({
          where: { key: role, requiresSecondFactor: !required },
          data: { requiresSecondFactor: required, updatedAt: now },
        });
        if (count === 0) return;
        if (required && (await wouldSignOut(tx, viewer, role)))
          throw new Conflict('Sign in with a second factor yourself first: this would sign you out.');
        await endInsufficientSessions(tx);
        const subject = { type: 'role', id: role };
        const data = { key: role, required };
        await log.append(tx, { kind: 'role.second_factor_changed', subject, actorId: viewer.id, data, at: now });
      });
      securityLog.record('second_factor.requirement_changed', {
        actor: viewer,
        subjectId: role,
        reason: required ? 'required' : 'optional',
      });
    },

    /** The roles whose people need a second factor. */
    requiringRoles: async (): Promise<ReadonlySet<string>> => {
      const roles = await db.prisma.role.findMany({ where: { requiresSecondFactor: true }, select: { key: true } });
      return new Set(roles.map(({ key }) => key));
    },
  };
};

/** Removes the app and the recovery codes of a person; false where there was none. */
export async function removeApp(tx: Tx, userId: string): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const { count } = await tx.totpCredential.deleteMany({ where: { userId } });
  return count > 0;
}

/** Removes the app, the recovery codes and the passkeys of somebody who lost them, with an event for each kind; false where there were none. */
export async function removeAllFactors(
  tx: Tx,
  userId: string,
  { log, actorId, at }: Pick<ServiceDeps, 'log'> & { readonly actorId: string; readonly at: Date },
): Promise<boolean> {
  const hadApp = await removeApp(tx, userId);
  const { count } = await tx.passkey.deleteMany({ where: { userId } });
  const event = { kind: 'account.second_factor_changed', subject: { type: 'user', id: userId }, actorId, at } as const;
  if (hadApp) await log.append(tx, { ...event, data: { change: 'app_removed' } });
  if (count > 0) await log.append(tx, { ...event, data: { change: 'passkey_removed' } });
  return hadApp || count > 0;
}

async function wouldSignOut(tx: Tx, { id, credential }: Viewer, role: RoleKey): Promise<boolean> {
  const session = await tx.session.findUnique({ where: { id: credential.id }, include: { user: true } });
  return session?.method === 'password' && session.user.id === id && session.user.roleKey === role && !session.user.secondFactorExempt;
}

function assertPerson({ credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('API tokens cannot do this. Sign in with a browser.');
}

const passkeyRequired = () =>
  new WrongPassword('Your role requires a second factor, which is your passkey. Sign in with it, or ask an admin to remove it.');

export const wrongCode = () => new WrongPassword('The code is wrong or was used already.');

/** 80 random bits: `k3f9-…`, four groups of four. */
const createRecoveryCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-');

/** The stored hash of a recovery code, however it is typed. A fast one is enough for 80 random bits. */
const digest = (code: string): string => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex');
