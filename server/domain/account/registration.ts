import { z } from 'zod';
import { normalizeUsername, Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { parse } from '../parse.ts';
import { assertStrongPassword } from './weak-passwords.ts';

/** Waits for the lock on usernames and email addresses until the transaction ends. */
export const lockAccountNames = (tx: Tx): Promise<void> => lockTransaction(tx, ADVISORY_LOCKS.accountNames);

/** What passwords are compared with, besides the names of the account. */
export interface PasswordRules {
  readonly companyNames: readonly string[];
  /** The published sign-in of the demo data, whose password is the product's name; null outside of it. */
  readonly demoSignIn: { readonly username: string; readonly password: string } | null;
}

/** Validates the input for a new account. */
export async function readRegistration(input: unknown, rules: PasswordRules): Promise<Registration> {
  const registration = parse(Registration, input);
  const { username, email, password } = registration;
  await assertPasswordAllowed(password, { username, email: email ?? '' }, rules);
  return registration;
}

/** Throws `Invalid` for a password that is easy to guess; `path` is its input field. */
export async function assertPasswordAllowed(
  password: string,
  { username, email }: Pick<User, 'username' | 'email'>,
  { companyNames, demoSignIn }: PasswordRules,
  path?: 'new' | 'password',
): Promise<void> {
  if (demoSignIn?.username === username && demoSignIn.password === password) return;
  await assertStrongPassword(password, { username, email, companyNames }, path);
}

/** What an invitation says of the account. */
export interface Invited {
  readonly email: string | null;
  readonly roleKey: string;
  readonly teamId: string | null;
}

interface CreateAccountDeps extends Pick<ServiceDeps, 'log' | 'clock' | 'newId'> {
  readonly emailDomain: string;
}

/** Creates an account, with its event; `invited` decides its role and team, and its address where it has one. */
export async function createAccount(
  tx: Tx,
  { username, email, firstName, lastName }: Registration,
  passwordHash: string,
  { log, clock, newId, emailDomain }: CreateAccountDeps,
  invited: Invited | null = null,
): Promise<User> {
  const now = clock.now();
  const id = newId();
  await lockAccountNames(tx);
  await assertUsernameAvailable(tx, username);
  // Somebody has to give out roles: the first account of an empty workspace.
  const isFirst = (await tx.user.findFirst({ select: { id: true } })) === null;
  const user = await tx.user.create({
    data: {
      id,
      username,
      email: invited?.email || email || emailFor(username, emailDomain, id),
      passwordHash,
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      roleKey: isFirst ? 'admin' : (invited?.roleKey ?? 'rep'),
      teamId: invited?.teamId ?? null,
      createdAt: now,
      updatedAt: now,
    },
  });
  await assertNamesAvailable(tx, user);
  await log.append(tx, {
    kind: 'account.registered',
    subject: { type: 'user', id: user.id },
    actorId: user.id,
    data: { username },
    at: now,
  });
  return user;
}

/** Accounts created before usernames were normalized may look like the new one, which the unique index does not see. */
async function assertUsernameAvailable(tx: Tx, username: string): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from users where lower(regexp_replace(normalize(username::text, NFKC), '\\s+', ' ', 'g')) = lower(${username}) limit 1`;
  if (rows.length > 0) throw usernameInUse();
}

/** Finds an account by the username as typed, or else by its normalized form. */
export async function findByUsername({ prisma }: Pick<Database, 'prisma'>, typed: string): Promise<User | null> {
  const exact = await prisma.user.findUnique({ where: { username: typed } });
  const normal = normalizeUsername(typed);
  return exact || normal === typed ? exact : prisma.user.findUnique({ where: { username: normal } });
}

const isEmail = (text: string): boolean => z.email().safeParse(text).success && text.indexOf('@') <= 64;

/**
 * The email address of an account created without one: the username if it is an address, else the username at the company's domain.
 * If that is not an address (`Ada Lovelace`, `Ада`), the ASCII part of the username and the end of the account's id.
 */
function emailFor(username: string, domain: string, id: string): string {
  if (username.includes('@')) {
    if (isEmail(username)) return username;
    throw new Invalid([{ path: 'username', message: 'A username with @ must be a valid email address' }]);
  }
  const plain = `${username}@${domain}`;
  if (isEmail(plain)) return plain;
  const ascii = username
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .slice(0, 40)
    .replace(/^\.+|\.+$/g, '');
  return `${ascii || 'user'}.${id.slice(-8)}@${domain}`;
}

/** Turns a unique violation into the conflict it means: username or email address in use. Rethrows anything else. */
export async function rethrowIfDuplicate({ prisma }: Pick<Database, 'prisma'>, username: string, error: unknown): Promise<never> {
  if (!isUniqueViolation(error)) throw error;
  const existing = await prisma.user.findUnique({ where: { username }, select: { id: true } });
  throw existing ? usernameInUse() : emailInUse();
}

/** Throws `Conflict` when the username is another account's email address, or the email address another's username. */
export async function assertNamesAvailable(tx: Tx, { id, username, email }: User): Promise<void> {
  const others = { id: { not: id } };
  if (await tx.user.findFirst({ where: { ...others, email: username }, select: { id: true } })) throw usernameInUse();
  if (await tx.user.findFirst({ where: { ...others, username: email }, select: { id: true } })) throw emailInUse();
}

const usernameInUse = () => new Conflict('This username is already taken.');
export const emailInUse = () => new Conflict('This email address is already in use.');
