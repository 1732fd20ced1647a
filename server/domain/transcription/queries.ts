import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Priority } from '#contract/call.ts';
import { Prisma, type Transcription } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { PageStart } from '../page.ts';
import { SEARCH_QUERY, type SearchWords, searchQueryValues } from '../text-search.ts';

/** Which calls are meant; what is left out does not matter. */
export interface TranscriptionFilter {
  readonly type?: string | null;
  readonly priority?: Priority | null;
  readonly sentiment?: string | null;
  readonly customerId?: string | null;
  readonly leadId?: string | null;
}

// Rows come out exactly as Prisma gives them.
const COLUMNS = `id, customer_id as "customerId", lead_id as "leadId", title, content, summary, duration, type, sentiment, tags,
  call_value as "callValue", priority, metadata, analysis, caller_phone as "callerPhone", external_id as "externalId", created_at as "createdAt",
  updated_at as "updatedAt", rep_id as "repId"`;

interface TranscriptionRow extends Omit<Transcription, 'callValue'> {
  /** A numeric arrives as text, exact. */
  readonly callValue: string | null;
}

const toSequencedEvent = ({ callValue, ...row }: TranscriptionRow): Transcription => ({
  ...row,
  callValue: callValue === null ? null : new Prisma.Decimal(callValue),
});

const FILTERED = `($4::text is null or type = $4) and ($5::"Priority" is null or priority = $5::"Priority") and ($6::text is null or sentiment = $6)
  and ($7::text is null or customer_id = $7) and ($8::text is null or lead_id = $8)`;

/** How many calls are scanned before the index is used. A literal, so that the planner knows it and need not plan each search again. */
const STRETCH = 500;

// A word of many calls is soon met in reading them newest first, while the index would find them all to show the newest few; a
// rare one is met too late, and the index finds it at once. Which it is nobody knows before, so a stretch of the list is read first:
// if it fills the page, that is the page; if not, the index finds every call with the words, and of those, newest first, only as
// many are held against the phrases as the page needs. What was asked for is a value the planner does not know, so that it always
// takes the index there.
const search = (backwards: boolean, phrased: boolean) => {
  const order = backwards ? 'created_at, id' : 'created_at desc, id desc';
  const beyond = `($9::timestamptz is null or (created_at, id) ${backwards ? '>' : '<'} ($9, $10))`;
  return `
  with search_query as materialized (${SEARCH_QUERY}), met as materialized (
    select id, created_at from (select * from transcriptions where ${beyond} order by ${order} limit ${STRETCH}) as stretch
    where words @@ (select exact from search_query) and ${FILTERED} order by ${order} limit $11
  ), found as (
    select id, created_at${phrased ? ', words' : ''} from transcriptions
    where (select count(*) from met) < $11 and words @@ (select ${phrased ? 'loose' : 'exact'} from search_query) and ${FILTERED} and ${beyond}
    order by ${order} offset 0
  ), page as (
    (select id, created_at from met where (select count(*) from met) = $11)
    union all
    (select id, created_at from found ${phrased ? 'where words @@ (select exact from search_query)' : ''} order by ${order} limit $11)
  )
  select ${COLUMNS} from (select id from page) as shown join transcriptions using (id) order by ${order}`;
};

/** The statements of a search; a test looks at their plans. */
export const SEARCH = {
  forwards: { plain: search(false, false), phrased: search(false, true) },
  backwards: { plain: search(true, false), phrased: search(true, true) },
} as const;

const COUNT = `
  with search_query as materialized (${SEARCH_QUERY})
  select count(*)::int as count from transcriptions where words @@ (select exact from search_query) and ${FILTERED}`;

const valuesOf = (words: SearchWords, { type, priority, sentiment, customerId, leadId }: TranscriptionFilter) => [
  ...searchQueryValues(words),
  type || null,
  priority ?? null,
  sentiment || null,
  customerId || null,
  leadId || null,
];

/** The values of a page of found calls, in the order of the statement's parameters. */
export const searchValues = (words: SearchWords, filter: TranscriptionFilter, { from }: PageStart, take: number) => {
  const [at = null, id = null] = from ?? [];
  return [...valuesOf(words, filter), at, id, take];
};

/** The calls in which the words were found, in the order of their list. */
export async function searchCalls(
  pool: Pick<Pool, 'query'>,
  words: SearchWords,
  filter: TranscriptionFilter,
  page: PageStart,
  take: number,
): Promise<readonly Transcription[]> {
  const direction = page.backwards ? 'backwards' : 'forwards';
  const kind = words.exact === words.loose ? 'plain' : 'phrased';
  const values = searchValues(words, filter, page, take);
  const name = `transcription-search-${direction}-${kind}`;
  const { rows } = await pool.query<TranscriptionRow>({ name, text: SEARCH[direction][kind], values });
  return rows.map(toSequencedEvent);
}

/** In how many calls the words were found. */
export async function countCalls(pool: Pick<Pool, 'query'>, words: SearchWords, filter: TranscriptionFilter): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({ name: 'transcription-count', text: COUNT, values: valuesOf(words, filter) });
  return rows[0]?.count ?? 0;
}

/** Colleagues whose names are looked for in a call. */
const MAX_COLLEAGUES = 1_000;

/** The names of active colleagues: a speaker with one of them is a rep. */
export async function colleagueNames(reader: Pick<Tx, 'user'>): Promise<readonly string[]> {
  const where = { isActive: true, firstName: { not: '' } };
  const select = { firstName: true, lastName: true } as const;
  const users = await reader.user.findMany({ where, orderBy: { id: 'asc' }, take: MAX_COLLEAGUES, select });
  return users.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
}

const MATCH_FIELDS = ['title', 'summary', 'tags', 'content'] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

/** A part of a text, and whether it matched the search. */
export interface MatchPart {
  readonly text: string;
  readonly hit: boolean;
}

/** A field, one of its tags or an excerpt of it, with what was searched for in it. */
export interface Match {
  readonly field: MatchField;
  readonly parts: readonly MatchPart[];
}

// Markup is something the database's parser leaves out of what it shows; with another sign for "<" there is none.
const PLACEHOLDER = '\ufdd0';

const HEADLINES = `
  with search_query as materialized (
    select case when numnode(to_tsquery('english', $2)) > 0 then to_tsquery('english', $2) else to_tsquery('simple', $3) end as query
  )
  select call.id,
    ts_headline('english', replace(coalesce(title, ''), '<', '${PLACEHOLDER}'), query, $4 || ', HighlightAll=true') as title,
    ts_headline('english', replace(coalesce(summary, ''), '<', '${PLACEHOLDER}'), query, $4 || ', HighlightAll=true') as summary,
    array(
      select ts_headline('english', replace(tag, '<', '${PLACEHOLDER}'), query, $4 || ', HighlightAll=true')
      from jsonb_array_elements_text(tags) with ordinality as tagged(tag, position) order by position
    ) as tags,
    ts_headline('english', replace(content, '<', '${PLACEHOLDER}'), query,
      $4 || ', MaxFragments=2, MinWords=8, MaxWords=22, FragmentDelimiter=' || $5) as content
  from search_query, transcriptions call where call.id = any($1)`;

interface HeadlineRow {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly content: string;
}

/** Marks no text contains, since nobody could know them beforehand. */
function newMarks() {
  const secret = randomBytes(12).toString('hex');
  return { start: `s${secret}`, stop: `e${secret}`, gap: `g${secret}` };
}

/** Where the words were found in these calls: title, summary and tags whole, of the content excerpts. Only what has a hit. */
export async function matchesIn(
  pool: Pick<Pool, 'query'>,
  ids: readonly string[],
  { highlight, typing }: SearchWords,
): Promise<ReadonlyMap<string, readonly Match[]>> {
  const { start, stop, gap } = newMarks();
  const values = [ids, highlight, typing, `StartSel=${start}, StopSel=${stop}`, gap];
  const { rows } = await pool.query<HeadlineRow>({ name: 'transcription-headlines', text: HEADLINES, values });
  const read = (field: MatchField, headline: string): Match[] => {
    const parts = partsOf(headline, start, stop);
    return parts.some(({ hit }) => hit) ? [{ field, parts }] : [];
  };
  return new Map(
    rows.map(({ id, title, summary, tags, content }) => [
      id,
      [
        ...read('title', title),
        ...read('summary', summary),
        ...tags.flatMap((tag) => read('tags', tag)),
        ...content.split(gap).flatMap((excerpt) => read('content', excerpt)),
      ],
    ]),
  );
}

function partsOf(headline: string, start: string, stop: string): MatchPart[] {
  const [before = '', ...marked] = headline.replaceAll(PLACEHOLDER, '<').split(start);
  const after = marked.flatMap((part) => {
    const [hit = '', rest = ''] = part.split(stop);
    return [
      { text: hit, hit: true },
      { text: rest, hit: false },
    ];
  });
  return [{ text: before, hit: false }, ...after].filter(({ text }) => text !== '');
}
