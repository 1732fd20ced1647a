import { z } from 'zod';
import { normalizeUsername, Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/unique-violation.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { parse } from '../parse.ts';
import { assertStrongPassword } from './weak-passwords.ts';

/** Waits until no other account is being given a username or an email address. */
export const lockAccountNames = (tx: Tx): Promise<void> => lockTransaction(tx, ADVISORY_LOCKS.accountNames);

/** What passwords are compared with beside the account's own names. */
export interface PasswordRules {
  readonly companyNames: readonly string[];
  /** The published sign-in of the demo world, whose password is the product's name; null outside of it. */
  readonly demoSignIn: { readonly username: string; readonly password: string } | null;
}

/** What a new account is made of. */
export async function readRegistration(input: unknown, rules: PasswordRules): Promise<Registration> {
  const registration = parse(Registration, input);
  const { username, email, password } = registration;
  await assertPasswordAllowed(password, { username, email: email ?? '' }, rules);
  return registration;
}

/** Throws `Invalid` for a password that is guessed first; `path` is the field it was typed into. */
export async function assertPasswordAllowed(
  password: string,
  { username, email }: Pick<User, 'username' | 'email'>,
  { companyNames, demoSignIn }: PasswordRules,
  path?: 'new',
): Promise<void> {
  if (demoSignIn?.username === username && demoSignIn.password === password) return;
  await assertStrongPassword(password, { username, email, companyNames }, path);
}

interface MakingDeps extends Pick<ServiceDeps, 'log' | 'clock' | 'newId'> {
  readonly emailDomain: string;
}

/** Writes a new account and the fact that there is one. */
export async function makeAccount(
  tx: Tx,
  { username, email, firstName, lastName }: Registration,
  passwordHash: string,
  { log, clock, newId, emailDomain }: MakingDeps,
): Promise<User> {
  const now = clock.now();
  const id = newId();
  await lockAccountNames(tx);
  await assertNotTaken(tx, username);
  const user = await tx.user.create({
    data: {
      id,
      username,
      email: email || emailFor(username, emailDomain, id),
      passwordHash,
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      createdAt: now,
      updatedAt: now,
    },
  });
  await demandOwnNames(tx, user);
  await log.append(tx, {
    kind: 'account.registered',
    subject: { type: 'user', id: user.id },
    actorId: user.id,
    data: { username },
    at: now,
  });
  return user;
}

/** Accounts from before usernames were normalized may look like the new one; the unique index does not see that. */
async function assertNotTaken(tx: Tx, username: string): Promise<void> {
  const taken = await tx.$queryRaw<unknown[]>`
    select 1 from users where lower(regexp_replace(normalize(username::text, NFKC), '\\s+', ' ', 'g')) = lower(${username}) limit 1`;
  if (taken.length > 0) throw usernameTaken();
}

/** Finds the account of a username as it was typed: exactly, or else in the normal form that new accounts have. */
export async function findByUsername({ prisma }: Pick<Database, 'prisma'>, typed: string): Promise<User | null> {
  const exact = await prisma.user.findUnique({ where: { username: typed } });
  const normal = normalizeUsername(typed);
  return exact || normal === typed ? exact : prisma.user.findUnique({ where: { username: normal } });
}

const isEmail = (text: string): boolean => z.email().safeParse(text).success && text.indexOf('@') <= 64;

/**
 * The address of an account that was made without one: the username itself where it is one, else the username at the company's
 * domain. Where that is no address (`Ada Lovelace`, `Ада`), what is left of the username in ASCII and the end of the account's id.
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

/** Says which of the two that must be unique is somebody else's, where that is what went wrong. */
export async function rethrowIfDuplicate({ prisma }: Pick<Database, 'prisma'>, username: string, error: unknown): Promise<never> {
  if (!isUniqueViolation(error)) throw error;
  const known = await prisma.user.findUnique({ where: { username }, select: { id: true } });
  throw known ? usernameTaken() : addressTaken();
}

/** People are told apart by username or address alike: nobody may take the one that is another's other. */
export async function demandOwnNames(tx: Tx, { id, username, email }: User): Promise<void> {
  const another = { id: { not: id } };
  if (await tx.user.findFirst({ where: { ...another, email: username }, select: { id: true } })) throw usernameTaken();
  if (await tx.user.findFirst({ where: { ...another, username: email }, select: { id: true } })) throw addressTaken();
}

const usernameTaken = () => new Conflict('This username is already taken.');
export const addressTaken = () => new Conflict('This email address is already in use.');
