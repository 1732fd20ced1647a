import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_LIMITS } from '#contract/import.ts';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

let app: TestApp;
let ada: Caller;
let grace: Caller;
let eve: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  grace = await app.signUp('grace');
  eve = await app.signUp('eve');
});
afterAll(() => app.close());
beforeEach(() => app.container.db.prisma.import.deleteMany());

const files = (caller = ada) => importer(caller);
const userId = async (username: string) => (await app.container.db.prisma.user.findUniqueOrThrow({ where: { username } })).id;
const FILE = 'name,email\nJo,jo@example.com\n';

/** Stores uploads of a person as they are after some weeks. */
async function stored(username: string, count: number, bytes: number): Promise<void> {
  const at = app.clock.now();
  const owner = await userId(username);
  await app.container.db.prisma.import.createMany({
    data: Array.from({ length: count }, (_, number) => ({
      id: `${username}-${number}`,
      entityType: 'lead',
      fileName: 'leads.csv',
      state: 'done',
      encoding: 'utf-8',
      separator: ',',
      total: 1,
      bytes,
      userId: owner,
      createdAt: at,
      updatedAt: at,
    })),
  });
}

describe('stored uploads', () => {
  const { person, all } = IMPORT_LIMITS.stored;

  it('count the bytes of the rows they hold', async () => {
    await files().upload(`name,email\n${'Jo,jo@example.com\n'.repeat(10)}`);
    const [only] = await app.container.db.prisma.import.findMany();
    expect(only?.bytes).toBeGreaterThan(10 * 'Jo,jo@example.com'.length);
    expect(only?.bytes).toBeLessThan(1_000);
  });

  it.each([
    ['files', person.files, 0],
    ['bytes', 2, (person.megabytes * 1_000_000) / 2],
  ])('of one person are limited in %s; others continue', async (_what, count, bytes) => {
    await stored('ada', count, bytes);
    const { status, body } = await files().upload(FILE);
    expect([status, body]).toEqual([
      429,
      {
        code: 'RATE_LIMITED',
        message:
          'One person may store at most 1,000 uploads and 500 MB. Uploads are deleted after 30 days; try again when older ones are gone.',
      },
    ]);
    expect(await app.container.db.prisma.import.count()).toBe(count);
    expect(await app.container.db.prisma.importRow.count()).toBe(0);
    expect((await files(grace).upload(FILE)).status).toBe(201);
  });

  it('of all people are limited as well', async () => {
    // Nobody has reached their own limit.
    for (const username of ['ada', 'grace']) await stored(username, 10, (all.megabytes * 1_000_000) / 20);
    const { status, body } = await files(eve).upload(FILE);
    expect([status, Object(body).message]).toEqual([
      429,
      'All people together may store at most 10,000 uploads and 5,000 MB. Uploads are deleted after 30 days; try again when older ones are gone.',
    ]);
  });
});

describe('imports by mutation', () => {
  const MUTATION =
    'mutation($rows: [ImportLeadRow!]!) { importLeads(rows: $rows) { ... on SentRows { import { id } } ... on Failure { message } } }';
  const send = async (caller: Caller, name: string) =>
    idOf(Object(await caller.graph(MUTATION, { rows: [{ name }] })).data.importLeads.import);
  const { mutations } = IMPORT_LIMITS.stored;

  it('of one person are bounded: the newest can be undone, older ones are removed', async () => {
    const { prisma } = app.container.db;
    const sent: string[] = [];
    for (let time = 0; time < mutations.files + 5; time += 1) sent.push(await send(ada, `Lead ${time}`));
    const other = await send(grace, 'Lead of Grace');
    const storedIds = (await prisma.import.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
    expect(storedIds).toEqual([...sent.slice(-mutations.files), other]);
    expect(await prisma.importRow.count()).toBe(mutations.files + 1);
    expect(await files().undo(sent.at(-1) ?? '')).toMatchObject({ undone: 1 });
  });

  it('are bounded in bytes, and never remove the one that was just sent', async () => {
    const { prisma } = app.container.db;
    const first = await send(ada, 'First');
    await prisma.import.update({ where: { id: first }, data: { bytes: mutations.megabytes * 1_000_000 } });
    const second = await send(ada, 'Second');
    expect((await prisma.import.findMany()).map(({ id }) => id)).toEqual([second]);
  });
});

describe('a dry run', () => {
  const check = (caller: Caller, id: string) =>
    caller.graph(
      'mutation($id: ID!) { checkImport(id: $id, columns: ["name", "email"]) { ... on Import { problemCount wouldCreate } ... on Failure { message } } }',
      { id },
    );
  const uploaded = async (caller: Caller, rows = 1) => {
    const lines = Array.from({ length: rows }, (_, row) => `Person ${row},person${row}@example.com`).join('\n');
    return idOf((await files(caller).upload(`name,email\n${lines}\n`)).body);
  };

  /** How many statements wait for a lock. */
  const waiting = async (): Promise<number> => {
    const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await app.container.db.pool.query(sql)).rows.length;
  };

  it('is one at a time of a person and two of a server', async () => {
    const [own, more, hers, his] = [await uploaded(ada), await uploaded(ada), await uploaded(grace), await uploaded(eve)];
    // Both wait for rows that somebody else has locked.
    const holder = await app.container.db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('update imports set updated_at = now() where id = any($1)', [[own, hers]]);
      const first = check(ada, own);
      await until(async () => (await waiting()) === 1);
      expect((await check(ada, more)).errors?.[0]).toMatchObject({
        message: 'At most 1 dry run per person may be in progress. Wait until yours finishes.',
        extensions: { code: 'TOO_MANY_IN_PROGRESS' },
      });
      const second = check(grace, hers);
      await until(async () => (await waiting()) === 2);
      expect((await check(eve, his)).errors?.[0]?.extensions?.code).toBe('TOO_MANY_IN_PROGRESS');
      await holder.query('commit');
      expect(Object((await first).data).checkImport).toEqual({ problemCount: 0, wouldCreate: 1 });
      expect((await second).errors).toBeUndefined();
    } finally {
      holder.release();
    }
    // What was refused left nothing behind.
    expect((await check(eve, his)).errors).toBeUndefined();
  });

  it('costs a point for every twenty rows, consumed before it begins', async () => {
    const costOf = async (query: string, variables: object = {}) =>
      Object((await ada.rest.post('/graphql', { query, variables })).body).extensions.cost;
    const spent = async (rows: number) => {
      const id = await uploaded(ada, rows);
      const before = await costOf('{ importsCursor }');
      const { requested } = await costOf(
        'mutation($id: ID!) { checkImport(id: $id, columns: ["name", "email"]) { ... on Import { total } } }',
        { id },
      );
      const after = await costOf('{ importsCursor }');
      return before.remaining - requested - after.requested - after.remaining;
    };
    expect(await spent(1)).toBe(1);
    expect(await spent(101)).toBe(6);
  });

  it('is refused when too few points are left this minute, and leaves the file unchanged', async () => {
    const poor = await createTestApp({ beside: app, env: { GRAPHQL_SESSION_COST_PER_MINUTE: '1000' } });
    const caller = poor.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    const id = await uploaded(ada, 20_000);
    const { errors } = await check(caller, id);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/^This costs 1000 points; \d+ of 1000 per minute are left\. Retry in \d+ s\.$/),
      extensions: { code: 'RATE_LIMITED' },
    });
    expect(await app.container.db.prisma.import.findUniqueOrThrow({ where: { id } })).toMatchObject({ dryRunId: null, problems: null });
    await poor.close();
  });

  it('reads a large file in several transactions, and finds across them what it found in one', async () => {
    const lines = Array.from({ length: 12_000 }, (_, row) => `Person ${row},person${row}@example.com`);
    lines[11_999] = lines[0] ?? '';
    lines[6_000] = 'Bad,bad@';
    const id = idOf((await files().upload(`name,email\n${lines.join('\n')}\n`)).body);
    const { pool, prisma } = app.container.db;
    const commits = async () =>
      Number((await pool.query('select count(distinct xmin::text) as count from import_rows where import_id = $1', [id])).rows[0]?.count);
    expect(await commits()).toBe(1);
    expect((await check(ada, id)).data).toEqual({ checkImport: { problemCount: 2, wouldCreate: 11_998 } });
    // The two problems were noted by two transactions.
    expect(await commits()).toBe(3);
    const noted = await prisma.importRow.findMany({ where: { importId: id, problem: { not: null } }, orderBy: { number: 'asc' } });
    expect(noted.map(({ number, problem }) => [number, problem])).toEqual([
      [6_002, 'Email: Invalid email'],
      [12_001, 'Same customer as row 2.'],
    ]);
    const { data } = await ada.graph(
      'mutation($id: ID!) { checkImport(id: $id, columns: ["name", ""]) { ... on Import { problemCount wouldCreate } } }',
      { id },
    );
    expect(data).toEqual({ checkImport: { problemCount: 0, wouldCreate: 12_000 } });
    expect(await prisma.importRow.count({ where: { importId: id, problem: { not: null } } })).toBe(0);
  });

  it('is replaced by a newer one of the same file, whose result counts', async () => {
    const other = await createTestApp({ beside: app });
    const caller = other.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'grace', password: 'correct horse' });
    const id = idOf((await files().upload('name,email\nJo,jo@\nMeg,meg@example.com\n')).body);
    const { pool, prisma } = app.container.db;
    // The first run waits to note a problem; the second, on another server, waits for the first.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('update import_rows set cells = cells where import_id = $1', [id]);
    const first = check(ada, id);
    await until(async () => (await prisma.import.findUniqueOrThrow({ where: { id } })).dryRunId !== null);
    const { dryRunId: earlier } = await prisma.import.findUniqueOrThrow({ where: { id } });
    const second = caller.graph(
      'mutation($id: ID!) { checkImport(id: $id, columns: ["name", ""]) { ... on Import { problemCount wouldCreate } } }',
      { id },
    );
    await holder.query('commit');
    holder.release();
    const [{ data: one }, { data: two }] = await Promise.all([first, second]);
    expect([{ problemCount: 1, wouldCreate: 1 }, { message: 'Another dry run of this file was started. Use its result.' }]).toContainEqual(
      Object(one).checkImport,
    );
    expect(two).toEqual({ checkImport: { problemCount: 0, wouldCreate: 2 } });
    const stored = await prisma.import.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ columns: ['name', ''], problems: 0, wouldCreate: 2 });
    expect(stored.dryRunId).not.toBe(earlier);
    expect(await prisma.importRow.count({ where: { importId: id, problem: { not: null } } })).toBe(0);
    await other.close();
  });
});
