import { PasswordConfirmation } from '#contract/account.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden, Invalid, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';

/** After a sign-in, this long the password need not be typed again. */
export const RECENT_SIGN_IN_MINUTES = 10;

interface PasswordConfirmationDeps extends Pick<ServiceDeps, 'db' | 'clock'>, SecurityDeps {
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
}

/**
 * Makes sure that the person is there, not only their session: `input.currentPassword` must be right, or is left out within ten
 * minutes of the sign-in. Throws `WrongPassword`, `TooManyAttempts`, `Invalid` where it is missing, and `Forbidden` for an API token.
 */
export type ConfirmPassword = (viewer: Viewer, input: unknown) => Promise<void>;

export const createPasswordConfirmation = ({ db, clock, passwords, throttle, securityLog }: PasswordConfirmationDeps): ConfirmPassword => {
  const check = createPasswordVerifier({ passwords, throttle, securityLog });
  return async (viewer, input) => {
    const { id, credential } = viewer;
    if (credential.kind === 'token')
      throw new Forbidden('This needs a person who is signed in with a browser; an API token may not do it.');
    const { currentPassword } = parse(PasswordConfirmation, input);
    if (!currentPassword) {
      if (clock.now().getTime() - credential.signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000) return;
      throw new Invalid([{ path: 'currentPassword', message: 'Enter your current password' }]);
    }
    const { passwordHash } = await db.reserved.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
    await check(viewer, currentPassword, passwordHash);
  };
};

interface PasswordCheckDeps extends SecurityDeps {
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
}

/** Checks the password that a signed-in person typed again, and records a wrong one. Throws `WrongPassword`, `TooManyAttempts` and `LimitExceeded`. */
export const createPasswordVerifier =
  ({ passwords, throttle, securityLog }: PasswordCheckDeps) =>
  async (viewer: Viewer, password: string, passwordHash: string): Promise<void> => {
    const who = { personId: viewer.id, sessionId: viewer.credential.id };
    const right = await throttle.confirm(who, async () => (await passwords.verify(password, passwordHash)) || null);
    if (right) return;
    securityLog.record('password.confirmation_failed', { actor: viewer });
    throw wrongCurrentPassword();
  };

export const wrongCurrentPassword = () => new WrongPassword('The current password is not right.');
