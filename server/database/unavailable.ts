import { errorCodes } from './connect.ts';

/** PostgreSQL's, Node's and Prisma's codes for a database that cannot be used just now. */
const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // Shutting down, crashed, starting up, out of connections.
  ...['57P01', '57P02', '57P03', '53300'],
  // Not reachable, timed out, connection closed, no connection free, could not start a transaction.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
]);

/** What Prisma's adapter makes of a broken connection. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** Some failures of `pg` have no code. */
const MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
  'Server has closed the connection',
] as const;

/** Whether the database could not be reached, is going down or has no connection free: worth trying again, nothing wrong with the request. */
export function isUnavailable(error: unknown): boolean {
  // A failed `fetch` is a TypeError: some other service is down, not the database.
  if (!(error instanceof Object) || error instanceof TypeError) return false;
  const told = [...errorCodes(error), text(error, 'originalCode')];
  return (
    told.some((code) => CODES.has(code) || CONNECTION_EXCEPTION.test(code)) ||
    KINDS.has(text(error, 'kind')) ||
    MESSAGES.some((message) => text(error, 'message').includes(message)) ||
    within(error).some(isUnavailable)
  );
}

/** PostgreSQL's class of errors about the connection itself. */
const CONNECTION_EXCEPTION = /^08...$/;

function text(error: object, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/** The errors an error carries: its cause, and where Prisma keeps the adapter's. */
function within(error: object): readonly unknown[] {
  const meta: unknown = Reflect.get(error, 'meta');
  return [Reflect.get(error, 'cause'), meta instanceof Object ? Reflect.get(meta, 'driverAdapterError') : undefined];
}
