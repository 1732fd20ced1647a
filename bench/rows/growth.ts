import { MAX_AGE_MS } from '#domain/analytics/result-cache.ts';
import { createAnalytics } from '#domain/analytics/service.ts';
import { createLeads, leadFilter } from '#domain/lead/service.ts';
import { createQueryService } from '#domain/query/service.ts';
import { transcriptionFilter } from '#domain/transcription/service.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createIds } from '#server/ids.ts';
import { LEADS } from '../fixture.ts';
import { bounded, type Line, median, milliseconds, type Row } from '../row.ts';

const MANY = 1_000_000;
const ROUNDS = 15;
/** How often a question is asked in a round: one alone is over too soon to be measured. */
const TIMES = 5;
const MOST = 1.5;
const ANALYTICS = 500;

/** The same number of calls with a word of their own, however many others there are. */
const SAY = `update transcriptions set content = content || ' The espresso was good.' where id in (select id from transcriptions order by md5(id) limit 60)`;

type Questions = ReadonlyMap<string, () => Promise<unknown>>;

/** What a screen asks, of few rows and of a million: a list or a search must not know the difference. */
export const growth: Row = {
  name: 'growth',
  measure: async (bed) => {
    const open = async (leads: number) => openDatabase({ url: await bed.database(leads), poolSize: 10, statementTimeout: 0 });
    const few = await open(LEADS);
    const many = await open(MANY);
    try {
      for (const { pool } of [few, many]) await pool.query(SAY);
      const [ofFew, ofMany] = [questionsOf(few), questionsOf(many)];
      const lines: Line[] = [];
      for (const [work, ask] of ofMany) {
        const [our, their] = await alternately(ask, ofFew.get(work) ?? ask);
        const ratio = our / their;
        const [ours, theirs] = [milliseconds(our), milliseconds(their)];
        lines.push({ work, peer: 'itself at 10,000', ours, theirs, ratio, goal: `≤ ${MOST} ×`, passed: ratio <= MOST });
      }
      for (const [work, ask] of numbersOf(many)) lines.push(bounded(work, median(await timed(ask, ROUNDS)), ANALYTICS));
      return lines;
    } finally {
      await few.close();
      await many.close();
    }
  },
};

const CLOCK = { now: () => new Date() };

function questionsOf(db: Database): Questions {
  const deps = { db, log: eventLog, clock: CLOCK, newId: createIds(CLOCK) };
  const leads = createLeads(deps);
  const analyst = createQueryService(deps);
  const search = (words: string) => () => analyst.transcriptions.page(null, { filter: transcriptionFilter(words) }, { first: 50 });
  return new Map<string, () => Promise<unknown>>([
    ['list: the newest leads', () => analyst.leads.page(null, {}, { first: 50 })],
    ['list: a column of the board', () => leads.columns(['quoted'], { first: 50 })],
    ['list: the newest leads of a source', () => analyst.leads.page(null, { where: { source: { eq: 'referral' } } }, { first: 50 })],
    ['search: leads', () => analyst.leads.page(null, { filter: leadFilter({ search: 'Grace' }) }, { first: 50 })],
    ['search: customers', () => analyst.customers.page(null, { filter: { matches: 'anna' } }, { first: 50 })],
    ['search: a word said in 60 calls', search('espresso')],
    ['search: a word said in every third call', search('invoice')],
  ]);
}

function numbersOf(db: Database): Questions {
  // A clock that moves on by more than an answer is kept each time it is looked at.
  let at = Date.now();
  const clock = {
    now: () => {
      at += MAX_AGE_MS;
      return new Date(at);
    },
  };
  const analyst = createQueryService({ db, clock });
  return new Map<string, () => Promise<unknown>>([
    [
      'the Analytics screen, 1,000,000 leads',
      () => {
        const { shown, weeks } = createAnalytics({ db, clock }).over(null, { period: 'all_time' }, 'Europe/Berlin');
        return Promise.all([shown.leads(), shown.sales(), shown.calls(), shown.replies(), weeks()]);
      },
    ],
    [
      'groups by stage and month, 1,000,000 leads',
      () =>
        analyst.groups(null, 'lead', {
          by: [{ field: 'stage' }, { field: 'createdAt', bucket: 'MONTH', timeZone: 'Europe/Berlin' }],
          aggregates: [
            { of: 'COUNT', field: null, where: null },
            { of: 'SUM', field: 'value', where: null },
          ],
        }),
    ],
  ]);
}

/** The medians of two questions asked in turn. */
async function alternately(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const often = (ask: () => Promise<unknown>) => async () => {
    for (let time = 0; time < TIMES; time += 1) await ask();
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, ask] of [one, other].entries()) {
      const [time = 0] = await timed(often(ask), 1);
      if (round > 0) times[at]?.push(time / TIMES);
    }
  }
  return [median(times[0]), median(times[1])];
}

async function timed(ask: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return times;
}
