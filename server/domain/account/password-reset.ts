import { createHash, randomBytes } from 'node:crypto';
import { PasswordReset, ResetRequest } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import type { Tx } from '#server/database/client.ts';
import type { Mailer } from '#server/integrations/mail/port.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import type { Job, JobInputs, JobOutcome, JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import { MAY_CONFIGURE_PEOPLE, requireAdmin } from '../people/change-access.ts';
import { displayName, type Viewer } from '../viewer.ts';
import { assertPasswordAllowed, findByUsername, type PasswordRules } from './registration.ts';
import { revokeAllTokens } from './revoke-tokens.ts';

/** Minutes for which a link works. */
export const RESET_MINUTES = 60;

/** A link an admin passes on. */
export interface ResetLink {
  /** The path of the screen, with the token: `/reset/…`. */
  readonly path: string;
  readonly expiresAt: Date;
}

interface PasswordResetDeps extends Omit<ServiceDeps, 'newId'>, SecurityDeps {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly devices: KnownDevices;
  readonly throttle: SignInThrottle;
  readonly passwordRules: PasswordRules;
  readonly jobs: JobQueue;
  /** Null where no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly settings: { readonly companyName: string; readonly publicUrl: string | null };
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** New passwords for people who have forgotten theirs: by mail, or by a link that an admin passes on. */
export const createPasswordResets = ({
  db,
  log,
  clock,
  passwords,
  sessions,
  tokens,
  devices,
  throttle,
  passwordRules,
  jobs,
  mailer,
  settings,
  securityLog,
}: PasswordResetDeps) => {
  /** A new link, mailed or passed on by an admin; earlier ones of the person stop working. */
  const createToken = async (tx: Tx, userId: string, createdById: string | null): Promise<ResetLink & { readonly token: string }> => {
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
    await tx.passwordReset.deleteMany({ where: { userId } });
    await tx.passwordReset.create({ data: { tokenHash: digest(token), userId, createdById, expiresAt, createdAt: now } });
    return { token, path: `/reset/${token}`, expiresAt };
  };

  const find = async (account: string): Promise<User | null> =>
    (await findByUsername(db, account)) ?? (await db.prisma.user.findUnique({ where: { email: account } }));

  const reject = (): never => {
    securityLog.record('password_reset.rejected');
    throw invalidLink();
  };

  return {
    /**
     * Has a link mailed to the account with this username or email address. It does and answers the same whether there is one, and does
     * not wait for the mail server. Throws `TooManyAttempts`, and `Conflict` where no mail server is configured.
     */
    request: async (input: unknown, address: string): Promise<void> => {
      const { account } = parse(ResetRequest, input);
      if (!mailer) throw new Conflict('This server sends no mail. Ask an administrator for a link to choose a new password.');
      await throttle.requestReset(account, address);
      await db.transaction((tx) => jobs.enqueue(tx, 'account.mail_reset', { account }));
      securityLog.record('password_reset.requested', { username: account });
    },

    /** The background job: makes a link and mails it, if there is such an account. The link is in no queue. */
    sendMail: async ({ input: { account } }: Pick<Job<JobInputs['account.mail_reset']>, 'input'>): Promise<JobOutcome> => {
      const user = await find(account);
      if (!user?.isActive || !mailer) return { message: 'No account to mail to.' };
      const { path } = await db.transaction((tx) => createToken(tx, user.id, null));
      await mailer.send({
        to: user.email,
        subject: `Choose a new password for ${settings.companyName}`,
        text: mailText(user, new URL(path, settings.publicUrl ?? undefined).href),
      });
      securityLog.record('password_reset.mailed', { actor: user });
      return { message: 'The link was mailed.' };
    },

    /** Makes a link for an admin to pass on. Throws `Forbidden` for anyone else, and `NotFound`. */
    createLink: async (viewer: Viewer, userId: string): Promise<ResetLink> => {
      requireAdmin(viewer);
      const { path, expiresAt } = await db.transaction(async (tx) => {
        const user = await tx.user.findFirst({ where: { id: userId, isActive: true } });
        if (!user) throw new NotFound('User', userId);
        const subject = { type: 'user', id: userId };
        const data = { username: user.username };
        await log.append(tx, { kind: 'account.reset_link_created', subject, actorId: viewer.id, data, at: clock.now() });
        return createToken(tx, userId, viewer.id);
      });
      securityLog.record('password_reset.link_created', { actor: viewer, subjectId: userId });
      return { path, expiresAt };
    },

    /**
     * Sets the password by a link, which works once. All sessions of the person end and all their API tokens are revoked; they sign in
     * with the new password, and their second factor where they have one. Throws `NotFound` for a link that does not work, and `Invalid`.
     */
    reset: async (input: unknown): Promise<void> => {
      const { token, password } = parse(PasswordReset, input);
      const tokenHash = digest(token);
      const link = await db.prisma.passwordReset.findUnique({
        where: { tokenHash, OR: [{ createdById: null }, { createdBy: MAY_CONFIGURE_PEOPLE }] },
        include: { user: true },
      });
      if (!link?.user.isActive || link.expiresAt <= clock.now()) return reject();
      const { user } = link;
      await assertPasswordAllowed(password, user, passwordRules, 'password');
      const passwordHash = await passwords.hash(password);
      const done = await db.transaction(async (tx) => {
        // Of two at once, the second finds nothing.
        const { count } = await tx.passwordReset.deleteMany({ where: { tokenHash } });
        if (count === 0) return null;
        const now = clock.now();
        await tx.passwordReset.deleteMany({ where: { userId: user.id } });
        await tx.user.update({ where: { id: user.id }, data: { passwordHash, updatedAt: now } });
        const subject = { type: 'user', id: user.id };
        await log.append(tx, { kind: 'account.password_reset', subject, actorId: user.id, data: {}, at: now });
        await devices.forgetAll(tx, user.id);
        const ended = await sessions.endAll(tx, user.id);
        return { ended, revoked: await revokeAllTokens(tx, user.id, { tokens, log, at: now }) };
      });
      if (!done) return reject();
      for (const id of done.ended) sessions.notifyEnded(id);
      for (const id of done.revoked) tokens.notifyRevoked(id);
      // Failed attempts before the reset must not delay signing in with the new password.
      await throttle.reset(user.username);
      securityLog.record('password_reset.completed', { actor: user, sessionsEnded: done.ended.length });
    },
  };
};

const invalidLink = () =>
  new NotFound('Link', '', 'This link does not work: it was used, has expired or is incomplete. Ask for a new one.');

const mailText = (user: User, link: string): string => `Hello ${displayName(user)},

somebody asked to choose a new password for your account ${user.username}. If it was you, open this link within ${RESET_MINUTES} minutes:

${link}

It works once, and signs you out everywhere. If it was not you, ignore this mail: your password stays as it is.
`;

/** The stored hash of a token. A fast one is enough for 256 random bits. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
