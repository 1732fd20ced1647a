import { PasswordChange, ProfileChanges } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { requireUnlimited } from '../access/token-access.ts';
import { changedFields } from '../changed-fields.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { type ConfirmPassword, createPasswordVerifier, wrongCurrentPassword } from './password-confirmation.ts';
import { assertNamesAvailable, assertPasswordAllowed, emailInUse, lockAccountNames, type PasswordRules } from './registration.ts';
import { revokeAllTokens } from './revoke-tokens.ts';
import type { SignedIn } from './service.ts';

interface OwnAccountDeps extends Omit<ServiceDeps, 'newId'>, SecurityDeps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly devices: KnownDevices;
  readonly throttle: SignInThrottle;
  readonly confirmPassword: ConfirmPassword;
  readonly passwordRules: PasswordRules;
}

export type OwnAccount = ReturnType<typeof createOwnAccount>;

/** Changes people make to their own account. */
export const createOwnAccount = ({
  db,
  log,
  clock,
  passwords,
  sessions,
  tokens,
  devices,
  throttle,
  confirmPassword,
  passwordRules,
  securityLog,
}: OwnAccountDeps) => {
  const checkPassword = createPasswordVerifier({ passwords, throttle, securityLog });
  return {
    /** Changes names, job title and email address; without a difference nothing is written. Another email address needs `currentPassword`. */
    updateProfile: async (viewer: Viewer, input: unknown): Promise<User> => {
      requireUnlimited(viewer, 'your account');
      const changes = parse(ProfileChanges, input);
      if (changes.email !== undefined && changes.email !== viewer.email) await confirmPassword(viewer, input);
      return db
        .transaction(async (tx) => {
          if (changes.email !== undefined) await lockAccountNames(tx);
          const before = await tx.user.findUniqueOrThrow({ where: { id: viewer.id } });
          const changed = changedFields(before, changes);
          if (changed.length === 0) return before;
          const now = clock.now();
          const user = await tx.user.update({ where: { id: viewer.id }, data: { ...changes, updatedAt: now } });
          await assertNamesAvailable(tx, user);
          // A link that was mailed to the address before must not work any more.
          if (changed.includes('email')) await tx.passwordReset.deleteMany({ where: { userId: viewer.id } });
          await log.append(tx, { ...eventOf(viewer), kind: 'account.updated', data: { changed }, at: now });
          return user;
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? emailInUse() : error;
        });
    },

    /** Changes the password. Every other session of the person ends; this one continues with a new token. */
    changePassword: async (viewer: Viewer, input: unknown, device: string | null): Promise<SignedIn> => {
      if (viewer.credential.kind === 'token') throw new Forbidden('API tokens cannot change the password. Sign in with a browser.');
      const { current, new: chosen, revokeTokens } = parse(PasswordChange, input);
      await assertPasswordAllowed(chosen, viewer, passwordRules, 'new');
      const user = await db.reserved.prisma.user.findUniqueOrThrow({ where: { id: viewer.id } });
      await checkPassword(viewer, current, user.passwordHash);
      const passwordHash = await passwords.hash(chosen);
      const { id: sessionId } = viewer.credential;
      const { session, ended, revoked } = await db.reserved.transaction(async (tx) => {
        const now = clock.now();
        // Of two concurrent changes, the second has an outdated current password.
        const unchanged = { id: user.id, passwordHash: user.passwordHash, isActive: true };
        const { count } = await tx.user.updateMany({ where: unchanged, data: { passwordHash, updatedAt: now } });
        if (count === 0) throw wrongCurrentPassword();
        const ended = await sessions.endAll(tx, user.id, sessionId);
        const session = await sessions.rotateToken(tx, sessionId);
        if (!session) throw new Forbidden('Your session has ended. Please sign in again.');
        await devices.forgetAll(tx, user.id, device);
        await tx.passwordReset.deleteMany({ where: { userId: user.id } });
        await log.append(tx, { ...eventOf(viewer), kind: 'account.password_changed', data: {}, at: now });
        return {
          session,
          ended,
          revoked: revokeTokens ? await revokeAllTokens(tx, user.id, { tokens, log, at: now }) : [],
        };
      });
      for (const id of ended) sessions.notifyEnded(id);
      for (const id of revoked) tokens.notifyRevoked(id);
      sessions.scheduleOldClose(sessionId);
      securityLog.record('password.changed', { actor: viewer, sessionsEnded: ended.length });
      return { user, session, device: null };
    },
  };
};

const eventOf = ({ id }: Viewer) => ({ subject: { type: 'user', id }, actorId: id });
