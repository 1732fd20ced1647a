import { invalidInput, quoted } from './invalid-input.ts';
import type { FromClause, SqlBuilder } from './sql-builder.ts';

/** The spans moments are grouped into. */
export const BUCKETS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** How the key of a bucket reads, as PostgreSQL writes it. */
const READS = {
  HOUR: 'YYYY-MM-DD"T"HH24:MI',
  DAY: 'YYYY-MM-DD',
  WEEK: 'IYYY"-W"IW',
  MONTH: 'YYYY-MM',
  QUARTER: 'YYYY"-Q"Q',
  YEAR: 'YYYY',
} as const satisfies Record<Bucket, string>;

const NAMED = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** A zone both JavaScript and PostgreSQL know by that name. Offsets are none: the two read them the opposite way round. */
export function resolveTimeZone(name: string | null | undefined, argument: string): string {
  const zone = name ?? 'UTC';
  try {
    if (NAMED.test(zone)) return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone;
  } catch {
    // Described below.
  }
  return invalidInput(
    argument,
    `\`${argument}\` does not know the time zone ${quoted(zone)}. Name one as IANA does, such as "Europe/Berlin" or "UTC".`,
  );
}

/** A moment put into buckets: what is grouped by, and the text that is shown for it. */
export function dateBucket(
  { sql: moment, relation }: { readonly sql: string; readonly relation: string | null },
  bucket: Bucket,
  zone: string,
  { bind }: SqlBuilder,
  { addExpression }: FromClause,
): { readonly group: string; readonly shown: string } {
  const there = bind(zone, 'text');
  if (bucket !== 'HOUR') {
    const group = addExpression(relation, `date_trunc('${bucket.toLowerCase()}', ${moment} at time zone ${there})`);
    return { group, shown: `to_char(${group}, '${READS[bucket]}')` };
  }
  // In autumn an hour occurs twice: the two differ in their UTC offset. There are many hours, so they are not generated.
  const group = `date_trunc('hour', ${moment}, ${there})`;
  const local = `(${group} at time zone ${there})`;
  const ahead = `(${local} - (${group} at time zone 'UTC'))`;
  const offset = `case when ${ahead} < interval '0' then '-' || to_char(-${ahead}, 'HH24:MI') else '+' || to_char(${ahead}, 'HH24:MI') end`;
  return { group, shown: `to_char(${local}, '${READS.HOUR}') || ${offset}` };
}

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];

/** What PostgreSQL makes intervals of; a quarter is three months there. */
const INTERVALS = {
  minute: ['mins', 1],
  hour: ['hours', 1],
  day: ['days', 1],
  week: ['weeks', 1],
  month: ['months', 1],
  quarter: ['months', 3],
  year: ['years', 1],
} as const satisfies Record<Unit, readonly [string, number]>;

const isUnit = (word: string | undefined): word is Unit => UNITS.some((unit) => unit === word);

const NAMED_DAYS = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
const SHIFTS = new Map([
  ['last', -1],
  ['this', 0],
  ['next', 1],
]);
const FARTHEST = 1_000;

/** A span as people say it: a calendar span so many away from now, or a stretch that ends or begins now. */
type Span = { readonly unit: Unit; readonly shift: number } | { readonly unit: Unit; readonly stretch: number };

export function parseRelativeRange(words: string): Span {
  const parts = words.trim().toLowerCase().split(/\s+/);
  const [first = '', second = '', third] = parts;
  const day = NAMED_DAYS.get(first);
  if (parts.length === 1 && day !== undefined) return { unit: 'day', shift: day };
  const shift = SHIFTS.get(first);
  if (parts.length === 2 && shift !== undefined && second !== 'minute' && isUnit(second)) return { unit: second, shift };
  const unit = third?.replace(/s$/, '');
  const count = /^\d{1,4}$/.test(second) ? Number(second) : 0;
  if (parts.length === 3 && shift && isUnit(unit) && count > 0 && count <= FARTHEST) return { unit, stretch: shift * count };
  return invalidInput(
    'within',
    `\`within\` does not understand ${quoted(words)}. Say "today", "yesterday", "this month", "last quarter", "last 30 days" or "next 2 weeks"; at most ${FARTHEST.toLocaleString('en-US')}.`,
  );
}

/** The condition that a moment lies in a span, as the clocks of a zone have it. */
export function compileRange(moment: string, words: string, zone: string, builder: SqlBuilder): string {
  const span = parseRelativeRange(words);
  const { bind } = builder;
  const now = bind(builder.context.now, 'timestamptz');
  const [part, size] = INTERVALS[span.unit];
  const away = (count: number) => `make_interval(${part} => ${bind(count * size, 'int')})`;
  // Hours and minutes are so much time; days and longer are counted on the calendar of the zone.
  if ('stretch' in span && (span.unit === 'minute' || span.unit === 'hour'))
    return stretched(moment, span.stretch, now, `${now} + ${away(span.stretch)}`);
  const there = bind(zone, 'text');
  if ('shift' in span) {
    const start = `date_trunc('${span.unit}', ${now} at time zone ${there}) + ${away(span.shift)}`;
    return `(${moment} >= (${start}) at time zone ${there} and ${moment} < (${start} + ${away(1)}) at time zone ${there})`;
  }
  return stretched(moment, span.stretch, now, `((${now} at time zone ${there}) + ${away(span.stretch)}) at time zone ${there}`);
}

const stretched = (moment: string, stretch: number, now: string, edge: string): string =>
  stretch < 0 ? `(${moment} > ${edge} and ${moment} <= ${now})` : `(${moment} >= ${now} and ${moment} < ${edge})`;
