import { describe, expect, it } from 'vitest';
import { findTableLocks } from './find-table-locks.ts';

const insteadOf = async (sql: string, ...earlier: readonly string[]) =>
  (
    await findTableLocks(
      { sql },
      earlier.map((each) => ({ sql: each })),
    )
  ).map(({ instead }) => instead);

describe('a migration', () => {
  it.each([
    ['CREATE INDEX "a" ON "leads" ("name");', 'Write CREATE INDEX CONCURRENTLY, in a migration that has nothing else.'],
    ['CREATE INDEX CONCURRENTLY a ON leads (name); ALTER TABLE leads ADD b int;', 'put such statements into a migration of their own'],
    ['ALTER TABLE leads ALTER COLUMN name TYPE varchar(10);', 'Add another column'],
    ['ALTER TABLE leads ALTER COLUMN name SET NOT NULL;', 'Write ADD CONSTRAINT "leads_name_not_null" CHECK (… IS NOT NULL) NOT VALID'],
    ['ALTER TABLE leads ADD COLUMN x tsvector GENERATED ALWAYS AS (to_tsvector(name)) STORED;', 'Add the column without it'],
    ['ALTER TABLE leads ADD COLUMN x uuid DEFAULT gen_random_uuid();', 'Add the column without it'],
    ['ALTER TABLE leads ADD CONSTRAINT c CHECK (value > 0);', 'NOT VALID'],
    ['ALTER TABLE leads ADD CONSTRAINT c FOREIGN KEY (team_id) REFERENCES teams (id);', 'NOT VALID'],
    ['ALTER TABLE leads ADD CONSTRAINT c CHECK (value > 0) NOT VALID; ALTER TABLE leads VALIDATE CONSTRAINT c;', 'into a later migration'],
    ['ALTER TABLE leads ADD CONSTRAINT c UNIQUE (name);', 'USING INDEX'],
    ["UPDATE leads SET notes = '';", 'in batches'],
    ['DELETE FROM events;', 'in batches'],
    ['LOCK TABLE leads;', 'leave it out'],
    ['VACUUM FULL leads;', 'leave it out'],
  ])('may not lock a large table: %s', async (sql, instead) => {
    expect(await insteadOf(sql)).toEqual([expect.stringContaining(instead)]);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY "a" ON "leads" ("name");\n-- And another.\nCREATE UNIQUE INDEX CONCURRENTLY b ON leads (id);',
    'CREATE TABLE fresh (id int); CREATE INDEX a ON fresh (id); UPDATE fresh SET id = 1; ALTER TABLE fresh ADD CONSTRAINT c CHECK (id > 0);',
    "ALTER TABLE leads ADD COLUMN a text NOT NULL DEFAULT 'x', ADD COLUMN b timestamptz NOT NULL DEFAULT now(), ADD COLUMN c int;",
    'ALTER TABLE leads ADD CONSTRAINT c CHECK (value > 0) NOT VALID;',
    'ALTER TABLE leads VALIDATE CONSTRAINT c;',
    'ALTER TABLE leads ADD CONSTRAINT c UNIQUE USING INDEX b;',
    'ALTER TABLE leads DROP COLUMN notes; ALTER TABLE leads ALTER COLUMN name DROP NOT NULL;',
    "UPDATE roles SET name = 'Rep'; CREATE INDEX a ON users (id);",
  ])('may do what takes a moment, or a small or new table: %s', async (sql) => {
    expect(await insteadOf(sql)).toEqual([]);
  });

  it('may set a column to NOT NULL once a valid check says the same', async () => {
    const earlier = 'ALTER TABLE "leads" VALIDATE CONSTRAINT "leads_name_not_null";';
    expect(await insteadOf('ALTER TABLE leads ALTER COLUMN name SET NOT NULL;', earlier)).toEqual([]);
  });
});
