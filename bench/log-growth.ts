/**
 * `npm run bench:log-growth`: whether moves, live updates and replays slow down as the event log grows, from one million to 20 million
 * events of a year; `npm run bench:log-growth -- 50` for 50 million. It takes about a minute and a gigabyte for each million.
 */
import pg from 'pg';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import { createColumnTotals } from '#domain/lead/column-totals.ts';
import { createLeads } from '#domain/lead/service.ts';
import { RETAINED_KINDS } from '#domain/retention/retention.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { withTempDatabase } from '#server/database/with-temp-database.ts';
import { createConsumerOffset } from '#server/events/consumer-offset.ts';
import { createEventBus } from '#server/events/event-bus.ts';
import { eventLog } from '#server/events/event-log.ts';
import { startReader } from '#server/events/reader.ts';
import { startSequencer } from '#server/events/sequencer.ts';
import { createSubscribeFrom } from '#server/events/subscribe-from.ts';
import { createIds } from '#server/ids.ts';
import { createLogger } from '#server/logger.ts';
import { median, milliseconds, quantile } from './benchmark.ts';

const MILLION = 1_000_000;
const LARGE = Number(process.argv[2] ?? 20) * MILLION;
const LEADS = 50_000;
const ROUNDS = 200;
const SOCKETS = 200;
/** Missed by a replay of a kind, and events of one call. */
const MISSED = 2_000;

const clock = { now: () => new Date() };
const mover: Viewer = {
  ...{ id: 'u1', username: 'u1', email: 'u1@company.com', firstName: 'U', lastName: 'One', jobTitle: '', profileImageUrl: null },
  ...{ credential: { kind: 'session', id: 'bench', expiresAt: new Date(), signedInAt: new Date() }, access: SERVER_ACCESS },
};

// Of 100 events 60 are updates of live calls, 20 moves, 10 changes of leads, 10 other records.
const KIND = `case when n % 10 < 6 then 'live_call.updated' when n % 10 < 8 then 'lead.moved' when n % 10 = 8 then 'lead.updated' else 'customer.updated' end`;

/** A year of events up to now, in the tables that they would be in: written without indexes, which are built afterwards. */
async function fill(url: string, events: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const run = (sql: string) => client.query(sql);
  await run(`
    set maintenance_work_mem = '512MB';
    insert into users (id, username, email, password_hash, created_at, updated_at)
      select 'u' || n, 'u' || n, 'u' || n || '@company.com', '', now(), now() from generate_series(0, 49) n;
    insert into leads (id, name, stage, stage_changed_at, value, owner_id, created_at, updated_at)
      select 'lead ' || n, 'Lead ' || n, 'quoted', now(), 100, 'u' || n % 50, now(), now() from generate_series(0, ${LEADS - 1}) n;
    alter table events detach partition events_before;
    alter table events_before drop constraint events_before_at_check;
    alter table events attach partition events_before for values from (minvalue) to ('2000-01-01');
    alter table events detach partition events_since;
    alter table events attach partition events_since for values from ('2000-01-01') to (maxvalue);
    alter table events_since detach partition events_records;
    drop table events_records;
    create table events_records (like events including defaults)`);
  const months = Array.from({ length: 14 }, (_, ago) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - ago, 1));
  }).toReversed();
  const nameOf = (month: Date) => `events_log_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  for (const month of months) await run(`create table ${nameOf(month)} (like events including defaults)`);
  const step = (365 * 86_400_000) / events;
  const at = `now() - (${events} - n) * interval '${step} milliseconds'`;
  const records = `('${RETAINED_KINDS.join("', '")}')`;
  const insert = (table: string, condition: string) => `
    insert into ${table} (id, seq, kind, subject_type, subject_id, owner_id, data, at)
    select n, n, kind, case when kind like 'live%' then 'live_call' else 'lead' end,
      case when kind like 'live%' then 'call ' || n / 2000 else 'lead ' || n % ${LEADS} end, 'u' || n % 50, '{"revision": 7, "turnsFrom": 3}', at
    from (select n, ${KIND} as kind, ${at} as at from generate_series(1, ${events}) n) as events where ${condition}`;
  await run(insert('events_records', `kind in ${records}`));
  for (const month of months) {
    const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
    const bounds = `at >= '${month.toISOString()}' and at < '${next.toISOString()}'`;
    await run(insert(nameOf(month), `kind not in ${records} and ${bounds}`));
    await run(`select make_event_keys('${nameOf(month)}')`);
    await run(
      `alter table events_log attach partition ${nameOf(month)} for values from ('${month.toISOString()}') to ('${next.toISOString()}')`,
    );
  }
  await run(`
    select make_event_keys('events_records');
    alter table events_since attach partition events_records for values in ${records};
    select setval('events_id_seq', ${events});
    update event_head set seq = ${events}`);
  await run('vacuum analyze');
  await client.end();
}

type Times = ReadonlyMap<string, readonly number[]>;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

async function repeated(rounds: number, work: (round: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 20; round += 1) {
    const time = await timed(() => work(round));
    if (round >= 20) times.push(time);
  }
  return times;
}

async function measure(url: string, db: Database): Promise<Times> {
  const log = createLogger('silent');
  const leads = createLeads({ db, log: eventLog, clock, newId: createIds(clock) });
  const eventBus = createEventBus();
  const [sequencer, reader] = [startSequencer({ url, log }), startReader({ url, eventBus, log })];
  await Promise.all([sequencer.ready, reader.ready]);
  db.afterCommit(() => sequencer.trigger());
  const { rows } = await db.pool.query<{ seq: string }>('select seq from event_head');
  const head = BigInt(rows[0]?.seq ?? 0);
  const subscribeFrom = createSubscribeFrom({ eventBus, pool: db.pool, head: reader.head })(SERVER_ACCESS);
  const move = (round: number) => leads.move(mover, `lead ${(round * 7) % LEADS}`, round % 2 === 0 ? 'won' : 'waiting');
  const replay = async (count: number, subscription: Parameters<typeof subscribeFrom>[0]) => {
    const events = subscribeFrom(subscription);
    for (let received = 0; received < count; received += 1) await events.next();
    await events.return?.();
  };
  try {
    const times = new Map<string, readonly number[]>();
    times.set('a move', await repeated(ROUNDS, move));
    const listening = Array.from({ length: SOCKETS }, () => subscribeFrom({ after: null, kinds: ['lead.moved'] }));
    times.set(
      `a move until ${SOCKETS} subscribers have it`,
      await repeated(ROUNDS, async (round) => {
        const all = Promise.all(listening.map((each) => each.next()));
        await move(round + 10_000);
        await all;
      }),
    );
    for (const each of listening) await each.return?.();
    times.set('the totals of the columns', await repeated(ROUNDS, () => createColumnTotals(db.pool)(SERVER)));
    const after = head - BigInt(MISSED * 5);
    times.set(`a replay of ${MISSED} moves`, await repeated(10, () => replay(MISSED, { after, kinds: ['lead.moved'] })));
    const call = `call ${head / 2_000n - 100n}`;
    const farAway = head - 300_000n;
    times.set(
      'a replay of one call, 300,000 events ago',
      await repeated(10, () =>
        replay(1_000, { after: farAway, kinds: ['live_call.updated'], about: { subjectType: 'live_call', subjectId: call } }),
      ),
    );
    const offset = createConsumerOffset(db, 'bench', ['lead.moved']);
    await offset.initialize();
    await db.pool.query('update event_consumers set seq = $1', [String(head - 10_000n)]);
    times.set('an event of a consumer', await repeated(ROUNDS, () => offset.processNext(async () => undefined)));
    times.set(
      'the page of a subject’s events',
      await repeated(ROUNDS, (round) =>
        db.pool.query(`select * from events where subject_type = 'lead' and subject_id = $1 order by id desc limit 20`, [`lead ${round}`]),
      ),
    );
    return times;
  } finally {
    eventBus.close();
    await Promise.all([sequencer.close(), reader.close()]);
  }
}

await withTempDatabase(async (url) => {
  const results: Times[] = [];
  for (const events of [MILLION, LARGE]) {
    const own = new URL(url);
    own.pathname = `/log_${events}`;
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`create database log_${events}`);
    await admin.end();
    await migrate(own.href);
    const filling = await timed(() => fill(own.href, events));
    process.stderr.write(`${events} events: ${(filling / 1_000).toFixed(0)} s\n`);
    const db = openDatabase({ url: own.href, poolSize: 10 });
    results.push(await measure(own.href, db).finally(() => db.close()));
  }
  const [small, large] = results;
  const lines = [...(small ?? [])].map(([work, times]) => {
    const other = large?.get(work) ?? [];
    const cells = [times, other].map((each) => `${milliseconds(median(each))} (p95 ${milliseconds(quantile(each, 0.95))})`);
    return `| ${work} | ${cells.join(' | ')} | ${(median(other) / median(times)).toFixed(2)} × |`;
  });
  process.stdout.write(`| | 1 million events | ${LARGE / MILLION} million | |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`);
});
