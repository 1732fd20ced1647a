import { z } from 'zod';
import { TEXT_LIMITS } from './limits.ts';
import { INVALID_MONEY, parseMoney } from './money.ts';

// Control characters never belong in a name or a message; tab and line breaks do. PostgreSQL refuses NUL outright.
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** Text as the database can hold it: well formed, without control characters. */
export const cleaned = (text: string): string => text.toWellFormed().replace(CONTROL, '');

/** Typed text, well formed, without control characters and outer white space. `missing` is the error when there is none. */
export const typed = (limit: number, missing = 'Must be text') =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : 'Must be text') })
    .transform((text) => cleaned(text).trim())
    .pipe(z.string().max(limit, `Please keep this under ${limit.toLocaleString('en-US')} characters`));

/** Required text that may not be blank; `missing` is the error otherwise. */
export const required = (limit: number, missing: string) => typed(limit, missing).pipe(z.string().min(1, missing));

/** One line that may be left empty; empty and absent both read as null. */
export const optionalLine = typed(TEXT_LIMITS.line)
  .nullish()
  .transform((text) => text || null);

/** An optional email address: empty, or well formed. */
export const optionalEmail = typed(TEXT_LIMITS.line)
  .pipe(z.union([z.literal(''), z.email('Invalid email')]))
  .nullish()
  .transform((text) => text || null);

/** Whether a text can be an id at all; the database would not even look for one with control characters. */
export const isId = (text: string): boolean => text.length <= TEXT_LIMITS.line && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** The id of something else; empty and absent both read as null. */
export const optionalId = z
  .string('Must be an id')
  .refine(isId, 'Must be an id')
  .nullish()
  .transform((id) => id || null);

/** The id of an owner. Absent says nothing, empty and null are nobody. */
export const ownerId = z
  .string('Must be an id')
  .refine(isId, 'Must be an id')
  .nullable()
  .transform((id) => id || null)
  .optional();

/** An amount as typed or sent ("1,250", "$1250.5", 1250.5), or nothing at all. */
export const optionalMoney = z
  .union([z.string(), z.number()], INVALID_MONEY)
  .nullish()
  .transform((value, context) => {
    const text = String(value ?? '').trim();
    if (text === '') return null;
    const parsed = parseMoney(text);
    if ('money' in parsed) return parsed.money;
    context.addIssue(parsed.problem);
    return z.NEVER;
  });
