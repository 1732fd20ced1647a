import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERROR_CODES } from './errors.ts';

it('documents every error code in docs/api.md, in the same words', async () => {
  const page = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(documented.filter(([code = '']) => !/^GRAPHQL_(?!PARSE|VALIDATION)/.test(code)))).toEqual(
    Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { description }]) => [code, description])),
  );
});
