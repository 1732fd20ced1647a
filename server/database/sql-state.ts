import { errorCodes } from './connect.ts';

/** Whether PostgreSQL failed with one of these codes, asked by us or through Prisma. */
export function hasErrorCode(error: unknown, states: ReadonlySet<string>): boolean {
  if (!(error instanceof Object)) return false;
  if (errorCodes(error).some((code) => states.has(code)) || states.has(String(Reflect.get(error, 'originalCode')))) return true;
  // Where Prisma keeps the adapter's error.
  const meta: unknown = Reflect.get(error, 'meta');
  const inner: unknown = meta instanceof Object ? Reflect.get(meta, 'driverAdapterError') : undefined;
  const cause: unknown = Reflect.get(error, 'cause');
  return hasErrorCode(inner, states) || (cause !== error && hasErrorCode(cause, states));
}
