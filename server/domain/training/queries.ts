import type { Pool } from 'pg';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';

/** How much of a message is searched with, in characters, and how many of its words are matched loosely. */
const SEARCHED = 4_000;
const LOOSE_WORDS = 40;
/** Characters of an item an assistant is given; more than the longest that can be typed. */
const CONTENT_READ = 50_000;

/** Replies that every item is taken to have been in already, used as often as the average: a few uses say little, so they move an item little. */
const PRIOR_REPLIES = 10;

const USED = 'coalesce(item.effectiveness_score, 0) * item.usage_count';
const AVERAGE = `(sum(${USED}) over ())::float / nullif(sum(item.usage_count) over (), 0)`;
/** SQL of `Knowledge.effectiveness`: the share of its replies that were used, drawn to the average of the selected items, and 50 at that average. */
export const EFFECTIVENESS = `
  case when item.usage_count > 0 then 50 + ((${USED} + ${PRIOR_REPLIES} * ${AVERAGE}) / (item.usage_count + ${PRIOR_REPLIES}) - ${AVERAGE}) / 2 end`;

/** SQL of `Knowledge.phrasings`. */
export const PHRASINGS = `coalesce(string_to_array(nullif(item.also_asked_as, ''), e'\\n'), '{}')`;

// Any word of the message may match, by stem; its longer words may also match a title with a slip of the pen.
// Calls that were written down are left out: their words are the caller's, which nobody approved.
// The ranking favours items that hold many of the words close together, and short items over long ones.
const RELEVANT = `
  with words as (
    select string_agg('''' || replace(lexeme, '''', '''''') || '''', ' | ')::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('english', $1))) as lexeme
  ), hits as (
    select item.id from ai_training_data item, words
    where item.is_active and item.deleted_at is null and item.category <> 'transcription' and to_tsvector('english', item.title || ' ' || item.also_asked_as || ' ' || item.content) @@ words.query
    union
    select item.id from unnest($2::text[]) as word join ai_training_data item on item.title %> word
    where item.is_active and item.deleted_at is null and item.category <> 'transcription'
  )
  select item.id, item.title, left(item.content, ${CONTENT_READ}) as content, item.category::text as category, item.tags,
    ${PHRASINGS} as phrasings, ${EFFECTIVENESS} as effectiveness
  from hits join ai_training_data item using (id), words
  order by coalesce(ts_rank_cd(setweight(to_tsvector('english', item.title || ' ' || item.also_asked_as), 'A') || to_tsvector('english', item.content), words.query, 1), 0)
    + 0.3 * word_similarity(item.title, $1) desc, item.id desc
  limit $3`;

/** The active training items that may answer a message, the best match first: none of category `transcription`, and of each at most 50,000 characters. */
export async function relevantItems(pool: Pick<Pool, 'query'>, message: string, limit: number): Promise<readonly Knowledge[]> {
  const searched = message.slice(0, SEARCHED);
  const loose = [...new Set(searched.toLowerCase().match(/\p{L}{5,}/gu))].slice(0, LOOSE_WORDS);
  const { rows } = await pool.query<Knowledge>({ name: 'training-relevant', text: RELEVANT, values: [searched, loose, limit] });
  return rows;
}
