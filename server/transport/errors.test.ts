import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import { describeError, ERROR_CODES } from './errors.ts';

it('documents every error code in docs/api.md, in the same words', async () => {
  const page = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(documented.filter(([code = '']) => !/^GRAPHQL_(?!PARSE|VALIDATION)/.test(code)))).toEqual(
    Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { description }]) => [code, description])),
  );
});

const NO_SPACE = 'could not write to file: No space left on device';

it.each([
  ['53100', 'could not extend file', 'UNAVAILABLE', 503],
  ['58030', NO_SPACE, 'UNAVAILABLE', 503],
  ['53200', NO_SPACE, 'UNAVAILABLE', 503],
  ['53200', 'out of memory', 'INTERNAL', 500],
  ['58030', 'could not read block', 'INTERNAL', 500],
  ['ENOSPC', 'write', 'UNAVAILABLE', 507],
  ['EDQUOT', 'write', 'UNAVAILABLE', 507],
] as const)('answers %s (%s) with %s and %i', (code, message, expected, status) => {
  const error = Object.assign(new Error(message), { code });
  const description = describeError(error, createLogger('silent'));
  expect([description.code, description.status]).toEqual([expected, status]);
  // Prisma keeps the error of its driver as the cause.
  const wrapped = describeError(new Error(message, { cause: { originalCode: code, originalMessage: message } }), createLogger('silent'));
  if (status === 503) expect(wrapped).toEqual(description);
});
