import type { z } from 'zod';
import { Invalid, type Issue } from './failures.ts';

/** Reads input with the shared schema; throws `Invalid` with every issue and its path. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue): Issue => ({ path: issue.path.join('.'), message: issue.message }));
  throw new Invalid([issues[0] ?? { path: '', message: 'Invalid input' }, ...issues.slice(1)]);
}
