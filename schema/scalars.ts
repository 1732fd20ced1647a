import { GraphQLError } from 'graphql';
import { Prisma } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';

const DECIMAL = /^-?\d{1,20}(\.\d{1,10})?$/;

const refuse = (message: string): never => {
  throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
};

builder.scalarType('DateTime', {
  description: 'A moment in UTC, ISO 8601 with milliseconds: `2026-11-20T09:30:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
    return Number.isNaN(at.getTime()) ? refuse('A moment is written like 2026-11-20T09:30:00.000Z.') : at;
  },
});

builder.scalarType('Decimal', {
  description: 'An exact decimal number as text, such as `"1250.00"`. Never a float.',
  serialize: (value) => (value instanceof Prisma.Decimal ? value.toFixed(2) : value),
  parseValue: (value) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return DECIMAL.test(text) ? text : refuse('An exact number is written like "1250.00" or "-0.5".');
  },
});

builder.scalarType('EventCursor', {
  description: 'A place in the event log. Give the last one you saw as `after` to miss nothing.',
  serialize: String,
  parseValue: (value) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return /^\d{1,18}$/.test(text) ? BigInt(text) : refuse('This is no event cursor. Use one that an earlier answer contained.');
  },
});

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value, parseValue: (value) => value });
