import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { Prisma } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';

const DECIMAL = /^-?\d{1,20}(\.\d{1,10})?$/;

/** How a text is read; null where it makes no sense. `form` says how it is written. */
const readAs = <Value>(read: (text: string) => Value | null, form: string, numbers: boolean) => {
  const orRefuse = (text: string | null, node?: ValueNode): Value => {
    const value = text === null ? null : read(text);
    if (value === null) throw new GraphQLError(form, { nodes: node, extensions: { code: 'BAD_USER_INPUT' } });
    return value;
  };
  const isText = (value: unknown) => typeof value === 'string' || (numbers && typeof value === 'number');
  return {
    parseValue: (value: unknown) => orRefuse(isText(value) ? String(value) : null),
    // A number in a document is read as it was written, digit for digit.
    parseLiteral: (node: ValueNode) => {
      const number = numbers && (node.kind === Kind.INT || node.kind === Kind.FLOAT);
      return orRefuse(node.kind === Kind.STRING || number ? node.value : null, node);
    },
  };
};

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:[0-5]\d))?$/i;

/** The moment a text names; null where it names none: a day that does not exist, an hour of nobody knows which zone. */
function momentIn(text: string): Date | null {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  if (day === undefined) return null;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 30 February would be a day of March.
  if (midnight.getUTCDate() !== Number(day) || midnight.getUTCMonth() !== Number(month) - 1) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

builder.scalarType('DateTime', {
  description:
    'A moment in UTC, ISO 8601 with milliseconds: `2026-11-20T09:30:00.000Z`. Taken with any distance from UTC, `2026-11-20T10:30:00+01:00`, and as a day, `2026-11-20`, which is its first moment in UTC.',
  serialize: (value) => value.toISOString(),
  ...readAs(momentIn, 'A moment that exists is written like 2026-11-20T09:30:00.000Z or 2026-11-20T10:30:00+01:00.', false),
});

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text, such as `"1250.00"`. Never a float.',
  serialize: (value) => (value instanceof Prisma.Decimal ? value.toFixed(2) : value),
  ...readAs(
    (text) => (DECIMAL.test(text.trim()) ? text.trim() : null),
    'An exact number is written like "1250.00" or "-0.5", with at most 20 digits before the point and 10 after it.',
    true,
  ),
});

builder.scalarType('EventCursor', {
  description: 'A place in the event log. Give the last one you saw as `after` to miss nothing.',
  serialize: String,
  ...readAs(
    (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : null),
    'This is no event cursor. Use one that an earlier answer contained.',
    true,
  ),
});

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value, parseValue: (value) => value });
