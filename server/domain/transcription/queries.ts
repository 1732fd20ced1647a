import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { CountOtherCalls } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import type { SearchWords } from '../text-search.ts';

/** Colleagues whose names are looked for in a call. */
const MAX_COLLEAGUES = 1_000;

/** The names of active colleagues: a speaker with one of them is a rep. */
export async function colleagueNames(reader: Pick<Tx, 'user'>): Promise<readonly string[]> {
  const where = { isActive: true, firstName: { not: '' } };
  const select = { firstName: true, lastName: true } as const;
  const users = await reader.user.findMany({ where, orderBy: { id: 'asc' }, take: MAX_COLLEAGUES, select });
  return users.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
}

/** The names of the customer and the lead of a call. */
export async function ownerNames(
  reader: Pick<Tx, 'customer' | 'lead'>,
  { customerId, leadId }: { readonly customerId: string | null; readonly leadId: string | null },
): Promise<readonly string[]> {
  const select = { name: true } as const;
  const [customer, lead] = await Promise.all([
    customerId === null ? null : reader.customer.findUnique({ where: { id: customerId }, select }),
    leadId === null ? null : reader.lead.findUnique({ where: { id: leadId }, select }),
  ]);
  return [customer, lead].flatMap((owner) => (owner === null ? [] : [owner.name]));
}

/** The newest calls that a call is compared with. */
const COMPARED_CALLS = 500;

const COUNT_CALLS_WITH = `
  with newest as materialized (
    select words from transcriptions where id is distinct from $2 order by created_at desc, id desc limit ${COMPARED_CALLS}
  )
  select word, (select count(*)::int from newest where newest.words @@ plainto_tsquery('english', word)) as calls,
    (select count(*)::int from newest) as compared
  from unnest($1::text[]) as word`;

/** Counts in how many of the company's newest calls, but for one, each of some words occurs. */
export const countCallsWith =
  (pool: Pick<Pool, 'query'>, exceptId: string | null): CountOtherCalls =>
  async (words) => {
    const values = [words, exceptId];
    const { rows } = await pool.query<{ word: string; calls: number; compared: number }>({
      name: 'calls-with-words',
      text: COUNT_CALLS_WITH,
      values,
    });
    return { calls: rows[0]?.compared ?? 0, withWord: new Map(rows.map(({ word, calls }) => [word, calls])) };
  };

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
