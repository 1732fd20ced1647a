import pg from 'pg';

/**
 * How values of our own statements are read. Timestamps come as `2026-11-20 09:30:00.123+00`, since sessions are in UTC; there are
 * several in each row, and pg's way of reading any date there may be took longer than all the rest of a row.
 */
export const typeParsers = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(type, format);
    return type === pg.types.builtins.TIMESTAMPTZ ? parseTimestamp : pg.types.getTypeParser(type, 'text');
  },
};

const readAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');

/** Parses a timestamp as PostgreSQL writes it. Unusual years and zones are left to pg. */
export function parseTimestamp(text: string): unknown {
  const usual = text.length >= 22 && text.length <= 29 && text.charCodeAt(4) === DASH && text.endsWith('+00') && text.charCodeAt(0) > ZERO;
  if (!usual) return readAny(text);
  return new Date(
    Date.UTC(
      two(text, 0) * 100 + two(text, 2),
      two(text, 5) - 1,
      two(text, 8),
      two(text, 11),
      two(text, 14),
      two(text, 17),
      thousandths(text),
    ),
  );
}

const ZERO = 48;
const DASH = 45;

const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;

/** The first three digits after the point; PostgreSQL leaves out zeros at their end, and the point when none is left. */
function thousandths(text: string): number {
  const digits = text.length - 23;
  if (digits < 1) return 0;
  const first = digit(text, 20) * 100;
  if (digits === 1) return first;
  return first + digit(text, 21) * 10 + (digits > 2 ? digit(text, 22) : 0);
}
