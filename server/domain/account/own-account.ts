import { PasswordChange, ProfileChanges } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { changedFields } from '../changed-fields.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { type ConfirmPassword, createPasswordVerifier, wrongCurrentPassword } from './password-confirmation.ts';
import { assertNamesAvailable, assertPasswordAllowed, emailTaken, lockAccountNames, type PasswordRules } from './registration.ts';
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

/** What people change about themselves. */
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
    /** Changes what differs of names, job title and address; where nothing does, nothing happens. Another address needs `currentPassword`. */
    updateProfile: async (viewer: Viewer, input: unknown): Promise<User> => {
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
          await log.append(tx, { ...about(viewer), kind: 'account.updated', data: { changed }, at: now });
          return user;
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? emailTaken() : error;
        });
    },

    /** Puts another password in the place of the current one. Every other session of the person ends; this one goes on under a new token. */
    changePassword: async (viewer: Viewer, input: unknown, device: string | null): Promise<SignedIn> => {
      if (viewer.credential.kind === 'token')
        throw new Forbidden('A password is changed by a person who is signed in with a browser, not by an API token.');
      const { current, new: chosen, revokeTokens } = parse(PasswordChange, input);
      await assertPasswordAllowed(chosen, viewer, passwordRules, 'new');
      const user = await db.reserved.prisma.user.findUniqueOrThrow({ where: { id: viewer.id } });
      await checkPassword(viewer, current, user.passwordHash);
      const passwordHash = await passwords.hash(chosen);
      const { id: sessionId } = viewer.credential;
      const { session, ended, revoked } = await db.reserved.transaction(async (tx) => {
        const now = clock.now();
        // Of two who change it at once, the second no longer knows the current one.
        const same = { id: user.id, passwordHash: user.passwordHash, isActive: true };
        const { count } = await tx.user.updateMany({ where: same, data: { passwordHash, updatedAt: now } });
        if (count === 0) throw wrongCurrentPassword();
        const others = await sessions.endAll(tx, user.id, sessionId);
        const renewed = await sessions.rotateToken(tx, sessionId);
        if (!renewed) throw new Forbidden('Your session has ended meanwhile. Please sign in again.');
        await devices.forgetAll(tx, user.id, device);
        await log.append(tx, { ...about(viewer), kind: 'account.password_changed', data: {}, at: now });
        return {
          session: renewed,
          ended: others,
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

const about = ({ id }: Viewer) => ({ subject: { type: 'user', id }, actorId: id });
