import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTempDirectory } from '../with-temp-database.ts';
import { readMigrations } from './migrations.ts';
import { findChangedMigrations, findUnrecorded, recordChecksums } from './recorded-checksums.ts';

const FIRST = { name: '1_first', sql: '', checksum: 'a'.repeat(64) };
const SECOND = { name: '2_second', sql: '', checksum: 'b'.repeat(64) };

let folder: string;
beforeAll(async () => {
  folder = await createTempDirectory('callboard-checksums-');
});
afterAll(() => rm(folder, { recursive: true }));

it('names committed migrations that were changed or removed, without Git', () => {
  const file = join(folder, 'checksums');
  expect(recordChecksums([FIRST], file)).toEqual(['1_first']);
  expect(recordChecksums([FIRST, SECOND], file)).toEqual(['2_second']);
  expect(findChangedMigrations([FIRST, SECOND], file)).toEqual([]);
  expect(findChangedMigrations([{ ...FIRST, checksum: 'c'.repeat(64) }], file)).toEqual([
    'Migration 1_first was changed. Restore its file, and put the change into a new one (npm run db:new -- <name>).',
    'Migration 2_second was removed. Restore its folder: databases have applied it.',
  ]);
});

it('has the checksums of the committed migrations', () => {
  expect(findChangedMigrations(readMigrations())).toEqual([]);
  expect(findUnrecorded(readMigrations().filter(({ name }) => name <= '20261124130000_reset_link_creator'))).toEqual([]);
});
