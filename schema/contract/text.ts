import { z } from 'zod';

/** The limits of text a person types, in characters. */
export const TEXT_LIMITS = { line: 200, note: 5_000, message: 20_000 } as const;

// Control characters never belong in a name or a message; tab and line breaks do. PostgreSQL refuses NUL outright.
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** Typed text without control characters and outer white space. */
export const typed = (limit: number) =>
  z
    .string()
    .transform((text) => text.replace(CONTROL, '').trim())
    .pipe(z.string().max(limit, `Please keep this under ${limit.toLocaleString('en-US')} characters`));

/** One line that may be left empty; empty and absent both read as null. */
export const optionalLine = typed(TEXT_LIMITS.line)
  .nullish()
  .transform((text) => text || null);

/** An optional email address: empty, or well formed. */
export const optionalEmail = typed(TEXT_LIMITS.line)
  .pipe(z.union([z.literal(''), z.email('Invalid email')]))
  .nullish()
  .transform((text) => text || null);
