/** What PostgreSQL says of a statement that was stopped for the time it took. */
const STOPPED = '57014';

/** Whether a statement was stopped because it took too long, asked by us or through Prisma. */
export function isStopped(error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  if (Reflect.get(error, 'code') === STOPPED || Reflect.get(error, 'originalCode') === STOPPED) return true;
  // Where Prisma keeps the adapter's error.
  const meta: unknown = Reflect.get(error, 'meta');
  const inner: unknown = meta instanceof Object ? Reflect.get(meta, 'driverAdapterError') : undefined;
  const cause: unknown = Reflect.get(error, 'cause');
  return isStopped(inner) || (cause !== error && isStopped(cause));
}
