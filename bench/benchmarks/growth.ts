import { MAX_AGE_MS } from '#domain/analytics/result-cache.ts';
import { createAnalytics } from '#domain/analytics/service.ts';
import { createLeads, leadFilter } from '#domain/lead/service.ts';
import { createQueryService } from '#domain/query/service.ts';
import { transcriptionFilter } from '#domain/transcription/service.ts';
import { SERVER } from '#domain/viewer.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createIds } from '#server/ids.ts';
import { type Benchmark, bounded, median, milliseconds, type Result } from '../benchmark.ts';
import { LEADS } from '../fixture.ts';

const LARGE = 1_000_000;
const ROUNDS = 15;
/** Executions in a round: a single one is too short to be measured. */
const TIMES = 5;
const MAX_RATIO = 1.5;
/** Milliseconds. */
const [SCREEN, GROUPS] = [500, 300];

/** Adds a rare word to 60 calls, whatever the total. */
const ADD_RARE_WORD = `update transcriptions set content = content || ' The espresso was good.' where id in (select id from transcriptions order by md5(id) limit 60)`;

type Queries = ReadonlyMap<string, () => Promise<unknown>>;

/** The queries of the screens over 10,000 and over 1,000,000 rows: lists and searches must not slow down. */
export const growth: Benchmark = {
  name: 'growth',
  measure: async (fixture) => {
    const open = async (leads: number) => openDatabase({ url: await fixture.database(leads), poolSize: 10, statementTimeout: 0 });
    const small = await open(LEADS);
    const large = await open(LARGE);
    try {
      for (const { pool } of [small, large]) await pool.query(ADD_RARE_WORD);
      const [smallQueries, largeQueries] = [queriesOf(small), queriesOf(large)];
      const lines: Result[] = [];
      for (const [work, query] of largeQueries) {
        const [time, smallTime] = await measureInTurn(query, smallQueries.get(work) ?? query);
        const ratio = time / smallTime;
        lines.push({
          ...{ work, peer: 'itself at 10,000', value: milliseconds(time), peerValue: milliseconds(smallTime) },
          ...{ ratio, goal: `≤ ${MAX_RATIO} ×`, passed: ratio <= MAX_RATIO },
        });
      }
      for (const [work, { query, bound }] of analyticsOf(large)) lines.push(bounded(work, median(await timed(query, ROUNDS)), bound));
      return lines;
    } finally {
      await small.close();
      await large.close();
    }
  },
};

const CLOCK = { now: () => new Date() };

function queriesOf(db: Database): Queries {
  const deps = { db, log: eventLog, clock: CLOCK, newId: createIds(CLOCK) };
  const leads = createLeads(deps);
  const analyst = createQueryService(deps);
  const search = (words: string) => () => analyst.transcriptions.page(SERVER, { filter: transcriptionFilter(words) }, { first: 50 });
  return new Map<string, () => Promise<unknown>>([
    ['list: the newest leads', () => analyst.leads.page(SERVER, {}, { first: 50 })],
    ['list: a column of the board', () => leads.columns(SERVER, ['quoted'], { first: 50 })],
    ['list: the newest leads of a source', () => analyst.leads.page(SERVER, { where: { source: { eq: 'referral' } } }, { first: 50 })],
    ['search: leads', () => analyst.leads.page(SERVER, { filter: leadFilter({ search: 'Grace' }) }, { first: 50 })],
    ['search: customers', () => analyst.customers.page(SERVER, { filter: { matches: 'anna' } }, { first: 50 })],
    ['search: a word in 60 calls', search('espresso')],
    ['search: a word in every third call', search('invoice')],
  ]);
}

function analyticsOf(db: Database): ReadonlyMap<string, { readonly query: () => Promise<unknown>; readonly bound: number }> {
  // A clock that advances past the cache's lifetime at every read, so that nothing is served from the cache.
  let at = Date.now();
  const clock = {
    now: () => {
      at += MAX_AGE_MS;
      return new Date(at);
    },
  };
  const analyst = createQueryService({ db, clock });
  const showScreen = () => {
    const { shown, weeks } = createAnalytics({ db, clock }).over(SERVER, { period: 'all_time' }, 'Europe/Berlin');
    return Promise.all([shown.leads(), shown.sales(), shown.calls(), shown.replies(), weeks()]);
  };
  const readGroups = () =>
    analyst.groups(SERVER, 'lead', {
      by: [{ field: 'stage' }, { field: 'createdAt', bucket: 'MONTH', timeZone: 'Europe/Berlin' }],
      aggregates: [
        { of: 'COUNT', field: null, where: null },
        { of: 'SUM', field: 'value', where: null },
      ],
    });
  return new Map([
    ['the Analytics screen, 1,000,000 leads', { query: showScreen, bound: SCREEN }],
    ['groups by stage and month, 1,000,000 leads', { query: readGroups, bound: GROUPS }],
  ]);
}

/** The medians of two queries that take turns. */
async function measureInTurn(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const repeated = (query: () => Promise<unknown>) => async () => {
    for (let time = 0; time < TIMES; time += 1) await query();
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, query] of [one, other].entries()) {
      const [time = 0] = await timed(repeated(query), 1);
      if (round > 0) times[at]?.push(time / TIMES);
    }
  }
  return [median(times[0]), median(times[1])];
}

async function timed(query: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await query();
    times.push(performance.now() - begun);
  }
  return times;
}
