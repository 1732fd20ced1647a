import type { z } from 'zod';

/** The validation messages of a schema for an input, one for each issue; for tests. */
export const validationMessages = (schema: z.ZodType, input: unknown): readonly string[] =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)) ?? [];
