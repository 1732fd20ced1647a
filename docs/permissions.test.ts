import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGE, printPermissions } from './permissions.ts';

it('the table of permissions is that of the contract (npm run permissions)', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(printPermissions());
});
