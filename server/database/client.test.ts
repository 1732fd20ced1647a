import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createStatementNamer, type Database, openDatabase } from './client.ts';
import { isUnavailable } from './database-errors.ts';
import { freePort } from './embedded/server.ts';

let testDatabase: TestDatabase;
let database: Database;
const errors: unknown[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, statementTimeout: 300, onError: (error) => errors.push(error) });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const customer = (name: string) => ({ id: `customer-${name}`, name, createdAt: new Date(0), updatedAt: new Date(0) });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Ends every session of the pool, as a restart of PostgreSQL does. */
const CUT = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

describe('a transaction', () => {
  it('notifies the listeners after its commit, and not after a rollback', async () => {
    let commits = 0;
    const end = database.afterCommit(() => {
      commits += 1;
    });
    await database.transaction((tx) => tx.customer.create({ data: customer('kept') }));
    expect(commits).toBe(1);
    const failing = database.transaction(async (tx) => {
      await tx.customer.create({ data: customer('lost') });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(commits).toBe(1);
    end();
    await database.transaction((tx) => tx.customer.create({ data: customer('unerrors') }));
    expect(commits).toBe(1);
    expect(await database.prisma.customer.findMany({ select: { name: true } })).toEqual([{ name: 'kept' }, { name: 'unerrors' }]);
  });

  it('fails when a statement in it failed, though the work swallowed that', async () => {
    let commits = 0;
    const end = database.afterCommit(() => {
      commits += 1;
    });
    const swallowing = database.transaction(async (tx) => {
      await tx.customer.create({ data: customer('swallowed') });
      await tx.customer.create({ data: customer('kept') }).catch(() => 'never mind');
    });
    await expect(swallowing).rejects.toThrow('The transaction was rolled back: a statement failed and its error was ignored.');
    expect(commits).toBe(0);
    expect(await database.prisma.customer.count({ where: { name: 'swallowed' } })).toBe(0);
    end();
  });

  it('stays committed when a listener fails', async () => {
    const end = database.afterCommit(() => {
      throw new Error('deaf');
    });
    await expect(database.transaction(async () => 'done')).resolves.toBe('done');
    expect(errors).toContainEqual(new Error('deaf'));
    end();
  });
});

describe('connections that are not returned to the pool', () => {
  it('leave the reserved connections to health checks, sessions and sign-ins', async () => {
    const small = openDatabase({ url: testDatabase.url, poolSize: 2, reserved: 1, analysts: 1, analystStatementTimeout: 50 });
    expect((await small.reserved.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const clients = [await small.pool.connect(), await small.pool.connect()];
    await small.ping();
    expect((await small.reserved.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    expect(await small.reserved.prisma.customer.count({ where: { name: 'nobody' } })).toBe(0);
    expect(await small.reserved.transaction((tx) => tx.customer.count({ where: { name: 'nobody' } }))).toBe(0);
    // Analyst queries have a connection of their own, and less time.
    expect((await small.analystPool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
    expect(await failure(small.analystPool.query('select pg_sleep(5)'))).toMatchObject({ code: '57014' });
    expect(small.pool.totalCount).toBe(2);
    for (const client of clients) client.release();
    await small.close();
  });
});

describe('a session', () => {
  it('is named, bounded and in UTC', async () => {
    const { rows } = await database.pool.query(`SELECT current_setting('application_name') AS name, current_setting('TimeZone') AS zone`);
    expect(rows).toEqual([{ name: 'callboard', zone: 'UTC' }]);
    await expect(database.pool.query('SELECT pg_sleep(5)')).rejects.toThrow('canceling statement due to statement timeout');
    expect(await database.prisma.customer.findFirst({ select: { createdAt: true } })).toEqual({ createdAt: new Date(0) });
  });
});

describe('a database that goes away', () => {
  it('is recognised, in the pool, in Prisma and in a transaction, and used again when it is back', async () => {
    const sleeping = failure(database.pool.query('SELECT pg_sleep(0.2)'));
    const reading = failure(database.prisma.$queryRaw`SELECT pg_sleep(0.2)::text`);
    const writing = failure(database.transaction((tx) => tx.$queryRaw`SELECT pg_sleep(0.2)::text`));
    await new Promise((resolve) => setTimeout(resolve, 80));
    await database.pool.query(CUT);
    for (const error of await Promise.all([sleeping, reading, writing])) expect(isUnavailable(error), String(error)).toBe(true);
    await expect(database.ping()).resolves.toBeUndefined();
    await expect(database.transaction((tx) => tx.customer.count())).resolves.toBe(2);
  });

  it('is recognised when no server listens at the address', async () => {
    const unreachable = openDatabase({ url: `postgresql://callboard@127.0.0.1:${await freePort()}/callboard`, poolSize: 1 });
    const requests = [unreachable.ping(), unreachable.prisma.customer.count(), unreachable.transaction((tx) => tx.customer.count())];
    for (const error of await Promise.all(requests.map(failure))) {
      expect(isUnavailable(error), String(error)).toBe(true);
    }
    await unreachable.close();
  });

  it('is not blamed for mistakes, nor for other services', async () => {
    expect(isUnavailable(await failure(database.prisma.customer.create({ data: customer('kept') })))).toBe(false);
    expect(isUnavailable(await failure(database.pool.query('SELECT nonsense')))).toBe(false);
    expect(isUnavailable(await failure(fetch(`http://127.0.0.1:${await freePort()}`)))).toBe(false);
    expect(isUnavailable(null)).toBe(false);
  });
});

it('gives each Prisma statement one name, and none beyond the limit', () => {
  const name = createStatementNamer(2);
  expect([name({ sql: 'a' }), name({ sql: 'b' }), name({ sql: 'a' }), name({ sql: 'c' }), name({ sql: 'b' })]).toEqual([
    'prisma_0',
    'prisma_1',
    'prisma_0',
    '',
    'prisma_1',
  ]);
});
