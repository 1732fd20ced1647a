import { codes } from './connect.ts';

/** What PostgreSQL says to a NUL in a text, and in the text of a JSON value. */
const CODES = new Set(['22021', '22P05']);

/** Whether a text was refused because no text of the database can hold it: what was asked for cannot be there. */
export function isImpossibleText(error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  if (codes(error).some((code) => CODES.has(code))) return true;
  // Where Prisma keeps the adapter's error.
  const meta: unknown = Reflect.get(error, 'meta');
  const inner: unknown = meta instanceof Object ? Reflect.get(meta, 'driverAdapterError') : undefined;
  const cause: unknown = Reflect.get(error, 'cause');
  return isImpossibleText(inner) || (cause !== error && isImpossibleText(cause)) || CODES.has(String(Reflect.get(error, 'originalCode')));
}

/** What the person who asked is told. */
export const IMPOSSIBLE_TEXT = 'Text cannot hold NUL characters.';
