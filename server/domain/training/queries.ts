import type { Pool } from 'pg';
import type { TrainingCategory } from '#contract/training.ts';
import type { TrainingItem } from '#prisma/generated/client.ts';
import type { Knowledge } from '#server/ai/port.ts';
import type { PageStart } from '../page.ts';
import { SEARCH_QUERY, type SearchWords, searchQueryValues } from '../text-search.ts';

/** Which training items are meant; what is left out does not matter. */
export interface TrainingFilter {
  readonly category?: TrainingCategory | null;
  readonly search?: string | null;
  readonly isActive?: boolean | null;
}

const COLUMNS = `id, title, content, category, source, tags, metadata, is_active as "isActive", usage_count as "usageCount",
  effectiveness_score as "effectivenessScore", external_id as "externalId", deleted_at as "deletedAt",
  created_at as "createdAt", updated_at as "updatedAt"`;

// The expression of the index `ai_training_data_words`: another one would read the whole table.
const WORDS = `to_tsvector('english', title || ' ' || content)`;

const FILTERED = `deleted_at is null and ($4::text is null or category::text = $4) and ($5::boolean is null or is_active = $5)`;

// The index finds every item with the words; the narrow rows are sorted, and only a page's worth is read whole. What was
// asked for is a value the planner does not know, so that it always takes the index: reading the list in order until
// enough items match would be quick for common words alone.
const search = (backwards: boolean, phrased: boolean) => {
  const order = backwards ? 'id' : 'id desc';
  return `
  with search_query as materialized (${SEARCH_QUERY}), found as (
    select id${phrased ? ', title, content' : ''} from ai_training_data
    where ${WORDS} @@ (select ${phrased ? 'loose' : 'exact'} from search_query) and ${FILTERED} and ($6::text is null or id ${backwards ? '>' : '<'} $6)
    order by ${order} offset 0
  ), page as (
    select id from found ${phrased ? `where ${WORDS} @@ (select exact from search_query)` : ''} order by ${order} limit $7
  )
  select ${COLUMNS} from page join ai_training_data using (id) order by ${order}`;
};

/** The statements of a search; a test looks at their plans. */
export const SEARCH = {
  forwards: { plain: search(false, false), phrased: search(false, true) },
  backwards: { plain: search(true, false), phrased: search(true, true) },
} as const;

const COUNT = `
  with search_query as materialized (${SEARCH_QUERY})
  select count(*)::int as count from ai_training_data where ${WORDS} @@ (select exact from search_query) and ${FILTERED}`;

const valuesOf = (words: SearchWords, { category, isActive }: TrainingFilter) => [
  ...searchQueryValues(words),
  category ?? null,
  isActive ?? null,
];

/** The values of a page of found items, in the order of the statement's parameters. */
export const searchValues = (words: SearchWords, filter: TrainingFilter, { from }: PageStart, take: number) => [
  ...valuesOf(words, filter),
  from?.[0] ?? null,
  take,
];

/** The items in which the words were found, newest first. */
export async function searchItems(
  pool: Pick<Pool, 'query'>,
  words: SearchWords,
  filter: TrainingFilter,
  page: PageStart,
  take: number,
): Promise<readonly TrainingItem[]> {
  const way = page.backwards ? 'backwards' : 'forwards';
  const kind = words.exact === words.loose ? 'plain' : 'phrased';
  const statement = { name: `training-search-${way}-${kind}`, text: SEARCH[way][kind], values: searchValues(words, filter, page, take) };
  return (await pool.query<TrainingItem>(statement)).rows;
}

/** How many items have the words. */
export async function countItems(pool: Pick<Pool, 'query'>, words: SearchWords, filter: TrainingFilter): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({ name: 'training-count', text: COUNT, values: valuesOf(words, filter) });
  return rows[0]?.count ?? 0;
}

/** How much of a message is searched with, in characters, and how many of its words are matched loosely. */
const SEARCHED = 4_000;
const LOOSE_WORDS = 40;
/** Characters of an item an assistant is given; more than the longest that can be typed. */
const CONTENT_READ = 50_000;

// Any word of the message may match, by stem; its longer words may also match a title with a slip of the pen.
// Calls that were written down are left out: their words are the caller's, which nobody approved.
// The ranking favours items that hold many of the words close together, and short items over long ones.
const RELEVANT = `
  with words as (
    select string_agg('''' || replace(lexeme, '''', '''''') || '''', ' | ')::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('english', $1))) as lexeme
  ), hits as (
    select item.id from ai_training_data item, words
    where item.is_active and item.deleted_at is null and item.category <> 'transcription' and to_tsvector('english', item.title || ' ' || item.content) @@ words.query
    union
    select item.id from unnest($2::text[]) as word join ai_training_data item on item.title %> word
    where item.is_active and item.deleted_at is null and item.category <> 'transcription'
  )
  select item.id, item.title, left(item.content, ${CONTENT_READ}) as content, item.category::text as category, item.tags
  from hits join ai_training_data item using (id), words
  order by coalesce(ts_rank_cd(setweight(to_tsvector('english', item.title), 'A') || to_tsvector('english', item.content), words.query, 1), 0)
    + 0.3 * word_similarity(item.title, $1) desc, item.id desc
  limit $3`;

/** The active training items that may answer a message, the best match first: none of category `transcription`, and of each at most 50,000 characters. */
export async function relevantItems(pool: Pick<Pool, 'query'>, message: string, limit: number): Promise<readonly Knowledge[]> {
  const searched = message.slice(0, SEARCHED);
  const loose = [...new Set(searched.toLowerCase().match(/\p{L}{5,}/gu))].slice(0, LOOSE_WORDS);
  const { rows } = await pool.query<Knowledge>({ name: 'training-relevant', text: RELEVANT, values: [searched, loose, limit] });
  return rows;
}
