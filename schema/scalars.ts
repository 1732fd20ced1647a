import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { CURSOR_TEXT } from '#domain/event-cursor.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';

const DECIMAL = /^-?\d{1,20}(\.\d{1,10})?$/;

/** Parses input with `read`, which returns null for invalid text. `form` is the error message. */
const readAs = <Value>(read: (text: string) => Value | null, form: string, numbers: boolean) => {
  const parseText = (text: string | null, node?: ValueNode): Value => {
    const value = text === null ? null : read(text);
    if (value === null) throw new GraphQLError(form, { nodes: node, extensions: { code: 'BAD_USER_INPUT' } });
    return value;
  };
  const isText = (value: unknown) => typeof value === 'string' || (numbers && typeof value === 'number');
  return {
    parseValue: (value: unknown) => parseText(isText(value) ? String(value) : null),
    // A number literal is read digit for digit, not as a float.
    parseLiteral: (node: ValueNode) => {
      const number = numbers && (node.kind === Kind.INT || node.kind === Kind.FLOAT);
      return parseText(node.kind === Kind.STRING || number ? node.value : null, node);
    },
  };
};

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:[0-5]\d))?$/i;

/** The time in a text; null for a date that does not exist and for a time without an offset. */
function parseDateTime(text: string): Date | null {
  const [, year, month, day] = DATE_TIME.exec(text) ?? [];
  if (day === undefined) return null;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 30 February would be a day of March.
  if (midnight.getUTCDate() !== Number(day) || midnight.getUTCMonth() !== Number(month) - 1) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

builder.scalarType('DateTime', {
  description:
    'A time in UTC, ISO 8601 with milliseconds: `2026-11-20T09:30:00.000Z`. Input may have another UTC offset, `2026-11-20T10:30:00+01:00`, or be a date, `2026-11-20`, which is its midnight in UTC.',
  serialize: (value) => value.toISOString(),
  ...readAs(parseDateTime, 'Enter a valid time, such as 2026-11-20T09:30:00.000Z or 2026-11-20T10:30:00+01:00.', false),
});

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text, such as `"1250.00"`. Never a float.',
  serialize: (value) => (value instanceof Prisma.Decimal ? value.toFixed(2) : value),
  ...readAs(
    (text) => (DECIMAL.test(text.trim()) ? text.trim() : null),
    'Enter an exact number, such as "1250.00" or "-0.5", with at most 20 digits before the point and 10 after it.',
    true,
  ),
});

builder.scalarType('EventCursor', {
  description: 'A position in the event log. Send the last one you received as `after` to resume without gaps.',
  serialize: String,
  ...readAs((text) => (CURSOR_TEXT.test(text) ? BigInt(text) : null), 'Invalid event cursor. Use one from an earlier response.', true),
});

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value, parseValue: (value) => value });

/** The texts of a stored JSON list; other items are skipped. */
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);
