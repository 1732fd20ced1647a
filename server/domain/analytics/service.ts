import type { AnalyticsRange, CustomRange } from '#contract/analytics.ts';
import { DateRangeInput } from '#contract/date-range-input.ts';
import type { WeekStart } from '#contract/workspace.ts';
import { accessNow } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { EVENT_TYPES, type EventType } from '../domain-events.ts';
import { parse } from '../parse.ts';
import type { AnalystQueries } from '../query/analyst-queries.ts';
import type { Reader } from '../viewer.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import { type DateRange, type DateRanges, resolveDateRanges } from './date-ranges.ts';
import type { CallFigures, LeadFigures, ReplyFigures } from './metrics.ts';
import type { Count, Counted, CountStatement } from './queries.ts';
import { cacheUntilEvent } from './result-cache.ts';
import {
  type Answer,
  answerCalls,
  answerLeads,
  answerReplies,
  answerSales,
  type LeadAnswer,
  type SalesAnswer,
  type SalesFigures,
  seriesOf,
  type WeekFigures,
} from './results.ts';
import { analyticsRows } from './rows.ts';

/** The numbers of one range, each computed when it is first read. */
export interface Figures {
  /** Whose rows they count: what they may read. */
  readonly reader: Reader;
  readonly span: DateRange;
  leads(): Promise<LeadFigures & { readonly thisWeek: number }>;
  sales(): Promise<SalesFigures & { readonly thisMonth: ReadonlyMap<string, string> }>;
  calls(): Promise<CallFigures>;
  replies(): Promise<ReplyFigures>;
}

/** Everything there is to say about a range. */
export interface Analysis {
  /** The same for the same question. */
  readonly id: string;
  readonly timeZone: string;
  readonly shown: Figures;
  /** The same numbers of the time before, as long as this range has lasted; null for all time. */
  readonly previous: Figures | null;
  weeks(): Promise<readonly WeekFigures[]>;
}

interface Question {
  readonly viewer: Reader;
  readonly range: AnalyticsRange;
  readonly calendar: Calendar;
}

/** The kinds of events whose subject is one of these, or several of them. */
const kindsAbout = (...subjects: readonly string[]): readonly EventType[] =>
  EVENT_TYPES.filter((kind) => subjects.some((subject) => kind.startsWith(`${subject}.`)));

// What writes rows of the tables that each result counts.
const LEAD_KINDS = kindsAbout('lead', 'leads');
const ORDER_KINDS = kindsAbout('order', 'orders');
// An order belongs to whom its customer belongs to: where that matters, a change of the customer may change what is counted.
const OWNER_KINDS = kindsAbout('customer');
const SALES_KINDS = [...ORDER_KINDS, ...LEAD_KINDS];
const CALL_KINDS = kindsAbout('transcription');
const REPLY_KINDS = kindsAbout('reply');

export type Analytics = ReturnType<typeof createAnalytics>;

interface AnalyticsDeps extends Pick<ServiceDeps, 'db' | 'clock'> {
  /** Bounds what custom ranges take from others; left out, nothing does. */
  readonly analystQueries?: AnalystQueries;
}

/**
 * What leads, orders, calls and the assistant's answers add up to. The periods that the screens offer are counted once for all who may see the same rows. Of
 * custom ranges there is no end, so each person's are analyst queries, and cached for that person alone, apart from the periods.
 */
export const createAnalytics = ({ db, clock, analystQueries }: AnalyticsDeps) => {
  const spans = ({ range, calendar }: Question): DateRanges => resolveDateRanges(range, calendar, clock.now());
  const idOf = ({ range, calendar }: Question) =>
    `${isCustom(range) ? `${range.from}..${range.to}` : range.period} ${calendar.timeZone}${calendar.weekStart === 'monday' ? '' : ` ${calendar.weekStart}`}`;
  const usual = ({ viewer }: Question): Count => ({
    reader: viewer,
    run: async <Row extends Counted>(statement: CountStatement) => (await db.analyticsReads.query<Row>(statement)).rows,
  });
  const runFor = (question: Question): Count => {
    const run = analystQueries?.(question.viewer);
    return run ? { ...usual(question), run: <Row extends Counted>(statement: CountStatement) => run<Row>(statement) } : usual(question);
  };
  const seesAllOrders = ({ viewer }: Question) => viewer.access.rows('order').kind === 'all';
  const cached = <Result>(
    kinds: (question: Question) => readonly EventType[],
    answer: (count: Count, spans: DateRanges) => Promise<Result>,
  ) => {
    const of = (keyOf: (question: Question) => string, count: (question: Question) => Count) =>
      cacheUntilEvent({ pool: db.pool, clock, kinds, keyOf, compute: (question: Question) => answer(count(question), spans(question)) });
    const periods = of((question) => `${question.viewer.access.key} ${idOf(question)}`, usual);
    const custom = of((question) => `${question.viewer.id} ${question.viewer.access.key} ${idOf(question)}`, runFor);
    return (question: Question): Promise<Result> => (isCustom(question.range) ? custom : periods)(question);
  };
  const answers = {
    leads: cached(() => LEAD_KINDS, answerLeads),
    sales: cached((question) => (seesAllOrders(question) ? SALES_KINDS : [...SALES_KINDS, ...OWNER_KINDS]), answerSales),
    calls: cached(() => CALL_KINDS, answerCalls),
    replies: cached(() => REPLY_KINDS, answerReplies),
  };

  return {
    ...analyticsRows({ db, clock }),

    /**
     * The numbers of a range, its borders being those of days in a time zone. Those of a custom range throw `LimitExceeded` where the
     * viewer has too many analyst queries in progress, and `TookTooLong` where counting takes longer than one of these may.
     */
    over: (viewer: Reader, range: unknown, timeZone: string, weekStart?: WeekStart): Analysis => {
      // The result is kept under this key, and later ones are computed as the first was asked.
      const reader = { ...viewer, access: accessNow(viewer.access) };
      const question: Question = { viewer: reader, range: parse(DateRangeInput, range), calendar: calendarOf(timeZone, weekStart) };
      const queries = {
        leads: once(() => answers.leads(question)),
        sales: once(() => answers.sales(question)),
        calls: once(() => answers.calls(question)),
        replies: once(() => answers.replies(question)),
      };
      const { shown, previous, weeks } = spans(question);
      return {
        id: idOf(question),
        timeZone: question.calendar.timeZone,
        shown: figures(viewer, shown, queries, (answer) => answer.shown),
        previous: previous && figures(viewer, previous, queries, (answer) => answer.previous),
        weeks: async () => {
          const [leads, sales, calls, replies] = await Promise.all([queries.leads(), queries.sales(), queries.calls(), queries.replies()]);
          return seriesOf(weeks, { leads, sales, calls, replies }, previous === null);
        },
      };
    },
  };
};

const isCustom = (range: AnalyticsRange): range is CustomRange => 'from' in range;

interface Queries {
  leads(): Promise<LeadAnswer>;
  sales(): Promise<SalesAnswer>;
  calls(): Promise<Answer<CallFigures>>;
  replies(): Promise<Answer<ReplyFigures>>;
}

const figures = (reader: Reader, span: DateRange, queries: Queries, of: <Result>(answer: Answer<Result>) => Result): Figures => ({
  reader,
  span,
  leads: async () => {
    const answer = await queries.leads();
    return { ...of(answer), thisWeek: answer.thisWeek };
  },
  sales: async () => {
    const answer = await queries.sales();
    return { ...of(answer), thisMonth: answer.thisMonth };
  },
  calls: async () => of(await queries.calls()),
  replies: async () => of(await queries.replies()),
});

/** Loads at most once, and only when the result is needed. */
function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => {
    result ??= load();
    return result;
  };
}
