import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { queryTimeoutFor } from '#server/database/connect.ts';
import { isUnavailable } from '#server/database/database-errors.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { type EventLogUnderTest, openEventLog } from '#server/testing/event-log.ts';
import { openTcpProxy, type TcpProxy } from '#server/testing/live/tcp-proxy.ts';

const NEVER = 3_600_000;
/** Short enough to wait for in a test; nothing of what is measured takes nearly as long. */
const SHORT = 1_000;
const PATIENT = { query: NEVER, leaderIdle: NEVER, leaderActive: NEVER, stale: NEVER };

describe('a connection whose other end disappears without closing it', () => {
  let home: TestDatabase;
  let cable: TcpProxy;
  let logs: EventLogUnderTest[] = [];
  beforeEach(async () => {
    home = await createTestDatabase();
    cable = await openTcpProxy(home.url);
  });
  afterEach(async () => {
    await cable.close();
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await home.drop();
  });
  const open = async (options: Parameters<typeof openEventLog>[0]) => {
    const log = await openEventLog({ url: home.url, ...options });
    logs = [...logs, log];
    return log;
  };

  it('of the reader is replaced, and everything that happened meanwhile is delivered in order', async () => {
    const log = await open({ readerUrl: cable.url, deadlines: { ...PATIENT, query: SHORT } });
    const listener = log.collect();
    await log.write('before');
    await expect.poll(listener.subjects).toEqual(['before']);
    cable.freeze();
    await log.write('meanwhile');
    await expect.poll(listener.subjects, { timeout: 10_000 }).toEqual(['before', 'meanwhile']);
    expect(log.reader.silence()).toBeLessThan(NEVER);
    await listener.stop();
  });

  it('of the sequencer is replaced, and it leads again', async () => {
    const log = await open({ sequencerUrl: cable.url, deadlines: { ...PATIENT, query: SHORT, leaderIdle: SHORT } });
    const listener = log.collect();
    cable.freeze();
    await log.write('meanwhile');
    await expect.poll(listener.subjects, { timeout: 10_000 }).toEqual(['meanwhile']);
    await listener.stop();
  });

  it('of the leader does not keep the leadership: another instance ends it and takes over', async () => {
    const frozen = await open({ sequencerUrl: cable.url, deadlines: PATIENT });
    const other = await open({ deadlines: { ...PATIENT, leaderIdle: SHORT } });
    expect([frozen.sequencer.isLeader(), other.sequencer.isLeader()]).toEqual([true, false]);
    const listener = other.collect();
    await other.write('before');
    await expect.poll(listener.subjects).toEqual(['before']);
    cable.freeze();
    await other.write('meanwhile');
    await expect.poll(other.sequencer.isLeader, { timeout: 10_000 }).toBe(true);
    await expect.poll(listener.subjects).toEqual(['before', 'meanwhile']);
    expect(listener.received.map(({ seq }) => seq)).toEqual([1n, 2n]);
    await listener.stop();
  });

  it('of a leader that answers is left alone', async () => {
    const leader = await open({ deadlines: PATIENT });
    const other = await open({ deadlines: { ...PATIENT, leaderIdle: 2.5 * SHORT } });
    const pid = async () => {
      const { rows } = await leader.db.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.map((row) => row.pid);
    };
    const before = await pid();
    await new Promise((resolve) => setTimeout(resolve, 3 * SHORT));
    expect([await pid(), other.sequencer.isLeader()]).toEqual([before, false]);
  });

  it('of the pool fails its query as unavailable, and is replaced', async () => {
    const db: Database = openDatabase({ url: cable.url, poolSize: 2, statementTimeout: 200, queryDeadline: SHORT });
    await db.ping();
    cable.freeze();
    const failed = await db.pool.query('select 1').catch((error: unknown) => error);
    expect(isUnavailable(failed)).toBe(true);
    await db.transaction((tx) => tx.user.count());
    cable.freeze();
    const broken = await db.transaction((tx) => tx.user.count()).catch((error: unknown) => error);
    expect(isUnavailable(broken)).toBe(true);
    await db.ping();
    await db.close();
  });

  it('of the pool is replaced before it is used where it was idle, and nobody waits for the deadline of a query', async () => {
    const db: Database = openDatabase({ url: cable.url, poolSize: 4, statementTimeout: NEVER, checkAfterIdle: 0 });
    const pids = async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => db.pool.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.1)')),
      );
      return answers.map(({ rows }) => rows[0]?.pid);
    };
    const before = await pids();
    expect(await pids()).toEqual(expect.arrayContaining(before));
    cable.freeze();
    expect(await db.transaction((tx) => tx.user.count())).toBe(0);
    // Without asking each of them.
    const after = await pids();
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(db.pool.totalCount).toBe(3);
    await db.close();
  });
});

it('makes the server detect a lost client, and gives a statement three seconds more than its timeout', async () => {
  const home = await createTestDatabase();
  const db = openDatabase({ url: home.url, poolSize: 2 });
  const { rows } =
    await db.pool.query(`select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as interval,
    current_setting('tcp_keepalives_count') as count, current_setting('idle_in_transaction_session_timeout') as transaction`);
  expect(rows).toEqual([{ idle: '10', interval: '5', count: '3', transaction: '8s' }]);
  expect([queryTimeoutFor(10_000), queryTimeoutFor(0)]).toEqual([13_000, null]);
  await db.close();
  await home.drop();
});
