import type { Pool } from 'pg';
import type { AnalyticsRange } from '#contract/analytics.ts';
import { AskedRange } from '#contract/asked-range.ts';
import type { Deps } from '../deps.ts';
import { FACT_KINDS, type FactKind } from '../facts.ts';
import { parse } from '../parse.ts';
import {
  type Answer,
  answerCalls,
  answerLeads,
  answerReplies,
  answerSales,
  type LeadAnswer,
  type SalesAnswer,
  type SalesFigures,
} from './answers.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import type { CallFigures, LeadFigures, ReplyFigures } from './figures.ts';
import { cacheUntilEvent } from './result-cache.ts';
import { analyticsRows } from './rows.ts';
import { type Span, type Spans, spansOf } from './spans.ts';
import { seriesOf, type WeekFigures } from './weeks.ts';

/** The numbers of one stretch of time, each counted when it is asked for. */
export interface Figures {
  readonly span: Span;
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
  readonly range: AnalyticsRange;
  readonly calendar: Calendar;
}

/** The kinds of events whose subject is one of these, or several of them. */
const kindsAbout = (...subjects: readonly string[]): readonly FactKind[] =>
  FACT_KINDS.filter((kind) => subjects.some((subject) => kind.startsWith(`${subject}.`)));

// What writes rows of the tables that each result counts.
const LEAD_KINDS = kindsAbout('lead', 'leads');
const ORDER_KINDS = kindsAbout('order', 'orders');
const CALL_KINDS = kindsAbout('transcription');
const REPLY_KINDS = kindsAbout('reply');

export type Analytics = ReturnType<typeof createAnalytics>;

/** What leads, orders, calls and the assistant's answers add up to. */
export const createAnalytics = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const spans = ({ range, calendar }: Question): Spans => spansOf(range, calendar, clock.now());
  const keyOf = ({ range, calendar }: Question) =>
    `${'period' in range ? range.period : `${range.from}..${range.to}`} ${calendar.timeZone}`;
  const cached = <Said>(kinds: readonly FactKind[], answer: (pool: Pick<Pool, 'query'>, spans: Spans) => Promise<Said>) =>
    cacheUntilEvent({ pool: db.pool, clock, kinds, keyOf, compute: (question: Question) => answer(db.pool, spans(question)) });
  const answers = {
    leads: cached(LEAD_KINDS, answerLeads),
    sales: cached([...ORDER_KINDS, ...LEAD_KINDS], answerSales),
    calls: cached(CALL_KINDS, answerCalls),
    replies: cached(REPLY_KINDS, answerReplies),
  };

  return {
    ...analyticsRows({ db }),

    /** The numbers of a range, its borders being those of days in a time zone. */
    over: (range: unknown, timeZone: string): Analysis => {
      const question = { range: parse(AskedRange, range), calendar: calendarOf(timeZone) };
      const asked = {
        leads: once(() => answers.leads(question)),
        sales: once(() => answers.sales(question)),
        calls: once(() => answers.calls(question)),
        replies: once(() => answers.replies(question)),
      };
      const { shown, previous, weeks } = spans(question);
      return {
        id: keyOf(question),
        timeZone: question.calendar.timeZone,
        shown: figures(shown, asked, (answer) => answer.shown),
        previous: previous && figures(previous, asked, (answer) => answer.previous),
        weeks: async () => {
          const [leads, sales, calls, replies] = await Promise.all([asked.leads(), asked.sales(), asked.calls(), asked.replies()]);
          return seriesOf(weeks, { leads, sales, calls, replies }, previous === null);
        },
      };
    },
  };
};

interface Askable {
  leads(): Promise<LeadAnswer>;
  sales(): Promise<SalesAnswer>;
  calls(): Promise<Answer<CallFigures>>;
  replies(): Promise<Answer<ReplyFigures>>;
}

const figures = (span: Span, asked: Askable, of: <Said>(answer: Answer<Said>) => Said): Figures => ({
  span,
  leads: async () => {
    const answer = await asked.leads();
    return { ...of(answer), thisWeek: answer.thisWeek };
  },
  sales: async () => {
    const answer = await asked.sales();
    return { ...of(answer), thisMonth: answer.thisMonth };
  },
  calls: async () => of(await asked.calls()),
  replies: async () => of(await asked.replies()),
});

/** Asks at most once, and only when somebody wants to know. */
function once<Said>(ask: () => Promise<Said>): () => Promise<Said> {
  let said: Promise<Said> | null = null;
  return () => {
    said ??= ask();
    return said;
  };
}
