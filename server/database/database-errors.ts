/**
 * What keeps the database from being used. The message is written for the operator who starts the server or runs a command;
 * it never holds a password.
 */
export abstract class DatabaseSetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Nothing answers at the address, or the login is refused. */
export class DatabaseUnreachable extends DatabaseSetupError {}

/** A PostgreSQL that Callboard is not tested with, a wrong encoding, read-only, too few rights, or behind a pooler that shares connections. */
export class DatabaseUnsupported extends DatabaseSetupError {}

/** The database was migrated by a newer version of Callboard. */
export class DatabaseNewer extends DatabaseSetupError {}

/** A migration could not be applied; the database is unchanged. */
export class MigrationFailed extends DatabaseSetupError {}

/** Another running server owns the data folder. */
export class DataDirInUse extends DatabaseSetupError {}

/** The data folder cannot be used: not Callboard's, not writable, or created by another PostgreSQL version. */
export class DataDirUnusable extends DatabaseSetupError {}

/** The built-in PostgreSQL does not start. */
export class EmbeddedDatabaseError extends DatabaseSetupError {}

/** The file is not a backup, is incomplete, or has tables we do not know. */
export class InvalidBackup extends DatabaseSetupError {}

/** A backup can be restored into an empty database only. */
export class DatabaseNotEmpty extends DatabaseSetupError {}

/** Every error code in an error, its causes and, when several addresses were tried, each attempt. */
export function errorCodes(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const attempts = error instanceof AggregateError ? error.errors.flatMap(errorCodes) : [];
  return [...own, ...attempts, ...errorCodes(error.cause)];
}

/** Whether the database failed with one of these codes, in our own SQL or through Prisma. */
export function hasErrorCode(error: unknown, codes: ReadonlySet<string>): boolean {
  if (!(error instanceof Object)) return false;
  if (errorCodes(error).some((code) => codes.has(code)) || codes.has(textOf(error, 'originalCode'))) return true;
  return nestedErrors(error).some((nested) => nested !== error && hasErrorCode(nested, codes));
}

/** SQLSTATE 23505, and Prisma's code for it. */
const UNIQUE_VIOLATION = new Set(['23505', 'P2002']);

/** Whether a write failed because the value already exists. */
export const isUniqueViolation = (error: unknown): boolean => hasErrorCode(error, UNIQUE_VIOLATION);

const QUERY_CANCELED = new Set(['57014']);

/** Whether a statement was canceled because it took too long. */
export const isStatementTimeout = (error: unknown): boolean => hasErrorCode(error, QUERY_CANCELED);

/** What PostgreSQL answers to a NUL character in text, and in the text of a JSON value. */
const INVALID_TEXT = new Set(['22021', '22P05']);

/** Whether a text was refused because PostgreSQL cannot store it. */
export const isInvalidTextError = (error: unknown): boolean => hasErrorCode(error, INVALID_TEXT);

export const INVALID_TEXT_MESSAGE = 'Text cannot contain NUL characters.';

const DISK_FULL = new Set(['53100']);

/** Out of memory and I/O error; PostgreSQL reports a full disk as one of these, too. */
const MAYBE_DISK_FULL = new Set(['53200', '58030']);

/** Whether a statement failed because the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean =>
  hasErrorCode(error, DISK_FULL) ||
  (hasErrorCode(error, MAYBE_DISK_FULL) && error instanceof Error && error.message.includes('No space left on device'));

/**
 * Statement timeout or cancellation, deadlock, serialization failure, lock timeout, idle-in-transaction timeout; P2034 is what
 * Prisma makes of a deadlock or a serialization failure.
 */
const TRANSIENT = new Set(['57014', '40P01', '40001', '55P03', '25P03', 'P2034']);

/** Whether the same work may succeed later although nobody changed anything: the database was away, full, overloaded or busy with another transaction. */
export const isTransient = (error: unknown): boolean => isUnavailable(error) || isDiskFull(error) || hasErrorCode(error, TRANSIENT);

/** PostgreSQL's, Node's and Prisma's codes for a database that cannot be used at the moment. */
const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // Shutting down, crashed, starting up, out of connections, read-only: a standby that is not promoted yet.
  ...['57P01', '57P02', '57P03', '53300', '25006'],
  // Not reachable, timed out, connection closed, no connection free, could not start a transaction.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
]);

/** Too many writes wait already. */
export class NoConnectionFree extends Error {
  /** As PostgreSQL says that it has no connection free. */
  readonly code = '53300';
  constructor() {
    super('No connection became free for a write');
    this.name = 'NoConnectionFree';
  }
}

const UNCONFIRMED = 'The commit was not confirmed';

/** The connection broke while a transaction was being committed: nobody knows whether it was. */
export class CommitUnconfirmed extends Error {
  constructor(options: ErrorOptions) {
    super(`${UNCONFIRMED}: Connection terminated`, options);
    this.name = 'CommitUnconfirmed';
  }
}

/** Whether a write may or may not be saved. */
export function isCommitUnconfirmed(error: unknown): boolean {
  return error instanceof Object && (textOf(error, 'message').includes(UNCONFIRMED) || nestedErrors(error).some(isCommitUnconfirmed));
}

/** PostgreSQL's class of errors about the connection itself. */
const CONNECTION_EXCEPTION = /^08...$/;

/** What Prisma's adapter makes of a broken connection. */
const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** Some failures of `pg` have no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
  'Server has closed the connection',
] as const;

/** Whether the database could not be reached, is shutting down or has no connection free: worth trying again, nothing wrong with the request. */
export function isUnavailable(error: unknown): boolean {
  // A failed `fetch` is a TypeError: some other service is down, not the database.
  if (!(error instanceof Object) || error instanceof TypeError) return false;
  const codes = [...errorCodes(error), textOf(error, 'originalCode')];
  return (
    codes.some((code) => UNAVAILABLE.has(code) || CONNECTION_EXCEPTION.test(code)) ||
    UNAVAILABLE_KINDS.has(textOf(error, 'kind')) ||
    UNAVAILABLE_MESSAGES.some((message) => textOf(error, 'message').includes(message)) ||
    nestedErrors(error).some(isUnavailable)
  );
}

function textOf(error: object, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/** The errors an error carries: its cause, and where Prisma keeps the adapter's. */
function nestedErrors(error: object): readonly unknown[] {
  const meta: unknown = Reflect.get(error, 'meta');
  return [Reflect.get(error, 'cause'), meta instanceof Object ? Reflect.get(meta, 'driverAdapterError') : undefined];
}
