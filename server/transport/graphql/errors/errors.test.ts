import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';

it('has no code that docs/api.md does not tell of, in the same words', async () => {
  const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(told.filter(([code = '']) => !/^GRAPHQL_(?!PARSE|VALIDATION)/.test(code)))).toEqual(ERROR_CODES);
});
