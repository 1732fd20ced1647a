import { emailFor, Registration } from '#contract/account.ts';
import type { User } from '#prisma/generated/client.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/unique-violation.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { parse } from '../parse.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Advisory lock of whoever takes a name ("reg"): two who would take each other's do so one after the other. */
const REGISTERING = 0x726567;

/** Waits for its turn to take a username or an address. */
export const takeTurnForNames = (tx: Tx) => tx.$executeRaw`select pg_advisory_xact_lock(${REGISTERING})`;

/** What a new account is made of. */
export function readRegistration(input: unknown): Registration {
  const registration = parse(Registration, input);
  demandUncommon(registration.password);
  return registration;
}

/** Refuses what everybody tries first; `path` is the field it was typed into. */
export function demandUncommon(password: string, path = 'password'): void {
  if (isCommonPassword(password)) throw new Invalid([{ path, message: 'This password is too common. Please choose another one.' }]);
}

interface MakingDeps extends Pick<Deps, 'log' | 'clock' | 'newId'> {
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
  await takeTurnForNames(tx);
  const user = await tx.user.create({
    data: {
      id: newId(),
      username,
      email: email || emailFor(username, emailDomain),
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

/** Says which of the two that must be unique is somebody else's, where that is what went wrong. */
export async function orTaken({ prisma }: Database, username: string, error: unknown): Promise<never> {
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
