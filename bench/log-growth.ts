/**
 * `npm run bench:log-growth`: whether moves, live updates and replays slow down as the event log grows, from one million to 20 million
 * events of a year; `npm run bench:log-growth -- 50` for 50 million. It takes about a minute and a gigabyte for each million.
 */
import pg from 'pg';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import { readTimeline } from '#domain/customer/timeline.ts';
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
/** Leads, and customers, that events are about: each has more than a page of them, also in the smallest log. */
const SUBJECTS = 10_000;
const ROUNDS = 200;
const WARM_UP = 20;
const SUBSCRIBERS = 200;
/** Missed by a replay of a kind, and events of one call. */
const MISSED = 2_000;

interface Size {
  readonly name: string;
  readonly events: number;
  /** Without partitions, as the log was once. */
  readonly oneTable: boolean;
}

const SIZES: readonly Size[] = [
  { name: '1 million, one table', events: MILLION, oneTable: true },
  { name: '1 million, by month', events: MILLION, oneTable: false },
  { name: `${LARGE / MILLION} million, by month`, events: LARGE, oneTable: false },
];

const clock = { now: () => new Date() };
const mover: Viewer = {
  ...{ id: 'u1', username: 'u1', email: 'u1@company.com', firstName: 'U', lastName: 'One', jobTitle: '', profileImageUrl: null },
  ...{ credential: { kind: 'session', id: 'bench', expiresAt: new Date(), signedInAt: new Date() }, access: SERVER_ACCESS },
};

// Of 100 events 60 are updates of live calls, 20 moves, 10 changes of leads, 10 other records.
const KIND = `case when n % 10 < 6 then 'live_call.updated' when n % 10 < 8 then 'lead.moved' when n % 10 = 8 then 'lead.updated' else 'customer.updated' end`;

/** A year of events up to now, in the tables that they would be in, or in one: written without indexes, which are built afterwards. */
async function fill(url: string, { events, oneTable }: Size): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const run = (sql: string) => client.query(sql);
  await run(`
    set maintenance_work_mem = '512MB';
    insert into users (id, username, email, password_hash, created_at, updated_at)
      select 'u' || n, 'u' || n, 'u' || n || '@company.com', '', now(), now() from generate_series(0, 49) n;
    insert into customers (id, name, created_at, updated_at) select 'customer ' || n, 'Customer ' || n, now(), now() from generate_series(0, ${SUBJECTS - 1}) n;
    insert into leads (id, name, stage, stage_changed_at, value, owner_id, created_at, updated_at)
      select 'lead ' || n, 'Lead ' || n, 'quoted', now(), 100, 'u' || n % 50, now(), now() from generate_series(0, ${LEADS - 1}) n;
    alter table events detach partition events_before;
    create table events_plain (like events_before including all);
    alter table events_plain drop constraint events_before_at_check;
    alter table events_before drop constraint events_before_at_check;
    alter table events attach partition events_before for values from (minvalue) to ('2000-01-01');
    alter table events detach partition events_since;
    alter table events attach partition events_since for values from ('2000-01-01') to (maxvalue);
    alter table events_since detach partition events_records;
    drop table events_records;
    create table events_records (like events including defaults)`);
  if (oneTable) {
    await run('drop table events_before');
    await run('alter sequence events_id_seq owned by none');
    await run('drop table events cascade');
    await run('alter table events_plain rename to events');
  }
  const now = new Date();
  const months = oneTable
    ? []
    : Array.from({ length: 14 }, (_, ago) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - ago, 1))).toReversed();
  const nameOf = (month: Date) => `events_log_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  for (const month of months) await run(`create table ${nameOf(month)} (like events including defaults)`);
  const step = (365 * 86_400_000) / events;
  const at = `'${now.toISOString()}'::timestamptz - (${events} - n) * interval '${step} milliseconds'`;
  /** The number of the last event before a moment, or the next one. */
  const numberAt = (moment: Date) => Math.floor(events - (now.getTime() - moment.getTime()) / step);
  const records = `('${RETAINED_KINDS.join("', '")}')`;
  const insert = (table: string, condition: string, first = 1, last = events) => `
    insert into ${table} (id, seq, kind, subject_type, subject_id, customer_id, owner_id, data, at)
    select n, n, kind, case when kind like 'live%' then 'live_call' else 'lead' end,
      case when kind like 'live%' then 'call ' || n / 2000 else 'lead ' || n / 10 % ${SUBJECTS} end,
      case when kind not like 'live%' then 'customer ' || n / 10 % ${SUBJECTS} end, 'u' || n % 50, '{"revision": 7, "turnsFrom": 3}', at
    from (select n, ${KIND} as kind, ${at} as at from generate_series(greatest(1, ${first}), least(${events}, ${last})) n) as events where ${condition}`;
  await run(oneTable ? insert('events', 'true') : insert('events_records', `kind in ${records}`));
  for (const month of months) {
    const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
    const bounds = `at >= '${month.toISOString()}' and at < '${next.toISOString()}'`;
    await run(insert(nameOf(month), `kind not in ${records} and ${bounds}`, numberAt(month), numberAt(next) + 1));
    await run(`select make_event_keys('${nameOf(month)}')`);
    await run(
      `alter table events_log attach partition ${nameOf(month)} for values from ('${month.toISOString()}') to ('${next.toISOString()}')`,
    );
  }
  if (!oneTable)
    await run(`
      select make_event_keys('events_records');
      alter table events_since attach partition events_records for values in ${records}`);
  await run(`
    select setval('events_id_seq', ${events});
    update event_head set seq = ${events}`);
  await run('vacuum analyze');
  await client.end();
}

/** Each thing that is measured, by its name, with how often. */
type Works = ReadonlyMap<string, { readonly rounds: number; run(round: number): Promise<unknown> }>;

async function open(url: string): Promise<{ readonly works: Works; close(): Promise<void> }> {
  const db: Database = openDatabase({ url, poolSize: 10 });
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
  const visible = async (round: number) => {
    const listening = Array.from({ length: SUBSCRIBERS }, () => subscribeFrom({ after: null, kinds: ['lead.moved'] }));
    const all = Promise.all(listening.map((each) => each.next()));
    await move(round + 10_000);
    await all;
    for (const each of listening) await each.return?.();
  };
  const call = { subjectType: 'live_call', subjectId: `call ${head / 2_000n - 100n}` };
  const columnTotals = createColumnTotals(db.pool);
  const offset = createConsumerOffset(db, 'bench', ['lead.moved']);
  await offset.initialize();
  await db.pool.query('update event_consumers set seq = $1', [String(head - 10_000n)]);
  const story = "select * from events where subject_type = 'lead' and subject_id = $1 order by id desc limit 20";
  const works: Works = new Map([
    ['a move', { rounds: ROUNDS, run: move }],
    [`a move until ${SUBSCRIBERS} subscribers have it`, { rounds: ROUNDS, run: visible }],
    ['the totals of the columns', { rounds: ROUNDS, run: () => columnTotals(SERVER) }],
    [`a replay of ${MISSED} moves`, { rounds: 50, run: () => replay(MISSED, { after: head - BigInt(MISSED * 5), kinds: ['lead.moved'] }) }],
    [
      'a replay of one call, 300,000 events ago',
      { rounds: 50, run: () => replay(1_000, { after: head - 300_000n, kinds: ['live_call.updated'], about: call }) },
    ],
    ['an event of a consumer', { rounds: ROUNDS, run: () => offset.processNext(async () => undefined) }],
    [
      'the newest 20 events of a lead',
      { rounds: ROUNDS, run: (round) => db.pool.query({ name: 'story', text: story, values: [`lead ${round * 7}`] }) },
    ],
    [
      'the newest 20 entries of a customer’s timeline',
      { rounds: ROUNDS, run: (round) => readTimeline(db.pool, SERVER_ACCESS, `customer ${round * 7}`, { first: 20 }) },
    ],
  ]);
  const close = async () => {
    eventBus.close();
    await Promise.all([sequencer.close(), reader.close()]);
    await db.close();
  };
  return { works, close };
}

/** Runs a work on every size in turn, so that what else the machine does counts for all. Milliseconds, by size. */
async function inTurn(all: readonly Works[], name: string): Promise<number[][]> {
  const times: number[][] = all.map(() => []);
  const rounds = all[0]?.get(name)?.rounds ?? 0;
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const [at, works] of all.entries()) {
      const begun = performance.now();
      await works.get(name)?.run(round);
      if (round >= WARM_UP) times[at]?.push(performance.now() - begun);
    }
  }
  return times;
}

await withTempDatabase(async (url) => {
  const opened = [];
  for (const [at, size] of SIZES.entries()) {
    const own = new URL(url);
    own.pathname = `/log_${at}`;
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`create database log_${at}`);
    await admin.end();
    await migrate(own.href);
    const begun = performance.now();
    await fill(own.href, size);
    process.stderr.write(`${size.name}: filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s\n`);
    opened.push(await open(own.href));
  }
  const all = opened.map(({ works }) => works);
  process.stdout.write(`| | ${SIZES.map(({ name }) => name).join(' | ')} |\n| --- |${' --- |'.repeat(SIZES.length)}\n`);
  for (const name of all[0]?.keys() ?? []) {
    const cells = (await inTurn(all, name)).map((times) => `${milliseconds(median(times))} (p95 ${milliseconds(quantile(times, 0.95))})`);
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
  }
  for (const { close } of opened) await close();
});
