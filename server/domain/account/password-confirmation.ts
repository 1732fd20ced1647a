import { PasswordConfirmation } from '#contract/account.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden, Invalid, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';

/** For this long after signing in, the password need not be confirmed. */
export const RECENT_SIGN_IN_MINUTES = 10;

interface PasswordConfirmationDeps extends Pick<ServiceDeps, 'db' | 'clock'>, SecurityDeps {
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
}

/**
 * Confirms that the person is present, not only their session: `input.currentPassword` must be right, and may be left out within ten
 * minutes of signing in. Throws `WrongPassword`, `TooManyAttempts`, `Invalid` where it is missing, and `Forbidden` for an API token.
 */
export type ConfirmPassword = (viewer: Viewer, input: unknown) => Promise<void>;

export const createPasswordConfirmation = ({ db, clock, passwords, throttle, securityLog }: PasswordConfirmationDeps): ConfirmPassword => {
  const verifyPassword = createPasswordVerifier({ passwords, throttle, securityLog });
  return async (viewer, input) => {
    const { id, credential } = viewer;
    if (credential.kind === 'token') throw new Forbidden('API tokens cannot do this. Sign in with a browser.');
    const { currentPassword } = parse(PasswordConfirmation, input);
    if (!currentPassword) {
      if (clock.now().getTime() - credential.signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000) return;
      throw new Invalid([{ path: 'currentPassword', message: 'Enter your current password' }]);
    }
    const { passwordHash } = await db.reserved.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
    await verifyPassword(viewer, currentPassword, passwordHash);
  };
};

interface PasswordCheckDeps extends SecurityDeps {
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
}

/** Verifies the password of a signed-in person and records a wrong one. Throws `WrongPassword`, `TooManyAttempts` and `LimitExceeded`. */
export const createPasswordVerifier =
  ({ passwords, throttle, securityLog }: PasswordCheckDeps) =>
  async (viewer: Viewer, password: string, passwordHash: string): Promise<void> => {
    const attempt = { personId: viewer.id, sessionId: viewer.credential.id };
    const isCorrect = await throttle.confirm(attempt, async () => (await passwords.verify(password, passwordHash)) || null);
    if (isCorrect) return;
    securityLog.record('password.confirmation_failed', { actor: viewer });
    throw wrongCurrentPassword();
  };

export const wrongCurrentPassword = () => new WrongPassword('The current password is incorrect.');
