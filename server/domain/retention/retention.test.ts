import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { RETAINED_KINDS, RETAINED_TABLES, retentionAsMarkdown, UNLIMITED_TABLES } from './retention.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ queue: true });
});
afterAll(() => app.close());

const tablesIn = async (schema: string) =>
  (
    await app.container.db.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = $1::text::regnamespace`,
      [schema],
    )
  ).rows.map(({ name }) => name);

/** Tables of pg-boss that it keeps small by itself: its jobs, and a row a queue, a schedule, a version. */
const OF_PGBOSS = /^(job.*|j[0-9a-f]+|queue|queue_stats.*|schedule|subscription|version|bam|warning)$/;

describe('retention', () => {
  it('has a rule for every table, or states that its rows are never deleted', async () => {
    const known = [...RETAINED_TABLES.map(({ table }) => table), ...Object.keys(UNLIMITED_TABLES)];
    expect((await tablesIn('public')).toSorted()).toEqual(known.toSorted());
    expect((await tablesIn('pgboss')).filter((name) => !OF_PGBOSS.test(name))).toEqual([]);
  });

  it('matches docs/operating.md', () => {
    const [, section = ''] = readFileSync('docs/operating.md', 'utf8').split('## Retention\n');
    const [, table] = /\n(\| where[\s\S]*?)\n\n/.exec(section) ?? [];
    expect(table).toBe(retentionAsMarkdown());
  });

  it('configures how long pg-boss stores its jobs', async () => {
    const { rows } = await app.container.db.pool.query(
      'select distinct deletion_seconds, retention_seconds from pgboss.queue where name !~ $1',
      ['^__pgboss'],
    );
    expect(rows).toEqual([{ deletion_seconds: 7 * 86_400, retention_seconds: 14 * 86_400 }]);
  });

  it('finds events by an index without the kinds that are never deleted', async () => {
    const { rows } = await app.container.db.pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'events_removable'`,
    );
    const [, kinds = ''] = rows[0]?.indexdef.split('WHERE') ?? [];
    expect([...kinds.matchAll(/'([a-z_.]+)'/g)].map(([, kind]) => kind).toSorted()).toEqual([...RETAINED_KINDS].toSorted());
  });
});
