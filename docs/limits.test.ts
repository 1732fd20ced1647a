import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from '#server/config.ts';

const page = await readFile(new URL('limits.md', import.meta.url), 'utf8');

/** Settings that are limits. */
const LIMITS = SETTING_NAMES.filter((name) => /_LIMIT|_PER_|_CONCURRENCY|_TIMEOUT|DATABASE_POOL_SIZE|_CONNECTIONS/.test(name));

it('docs/limits.md has every configurable limit with its default', () => {
  const defaults = new Map<string, unknown>(Object.entries(readConfig({})));
  const rows = new Map(
    [...page.matchAll(/^\|[^|]+\|[^|]+\| ([\d,]+) \| `([A-Z_]+)` \|/gm)].map(([, value = '', name = '']) => [
      name,
      Number(value.replaceAll(',', '')),
    ]),
  );
  expect([...rows.keys()]).toEqual(expect.arrayContaining(LIMITS));
  for (const [name, value] of rows) if (defaults.has(name)) expect(value, name).toBe(defaults.get(name));
});
