import type { Pool } from 'pg';
import {
  type AnalyzedItem,
  analyzeItem,
  buildIndex,
  type Knowledge,
  type KnowledgeIndex,
} from '#server/language/retrieval/knowledge-index.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { singleFlight } from '../single-flight.ts';
import { relevantItems } from './queries.ts';

/**
 * Up to so many items are kept in memory, about 10 kB each; of a larger base the best matches of the full text search are
 * indexed for each message.
 */
const KEPT_ITEMS = 5_000;
/** How many matches of the full text search are looked at in a larger base. */
const PRESELECTED_ITEMS = 400;
/** Characters of an item that are read; `PASSAGE_LIMITS` uses fewer. */
const CONTENT_READ = 20_000;

// Calls are left out because their words are the caller's, which nobody approved; emails because they were written to one customer.
export const ANSWERS = `is_active and deleted_at is null and category not in ('transcription', 'email')`;

// Every change of an item moves its `updated_at`, and one that is deleted or switched off changes the count. Effectiveness follows within the hour.
const VERSION = `select count(*)::int as count, concat(max(updated_at), ' ', date_trunc('hour', now())) as newest from ai_training_data where ${ANSWERS}`;

const ITEMS = `
  select id, title, left(content, ${CONTENT_READ}) as content, category::text as category, tags, effectiveness_score as effectiveness,
    updated_at::text as version
  from ai_training_data where ${ANSWERS} order by id limit ${KEPT_ITEMS}`;

interface VersionedItem extends Knowledge {
  readonly version: string;
}

/** Finds the training items that answer a question. */
export interface KnowledgeSearch {
  /** The index over the active items as they are now: what was written before the call is in it. `message` is what will be asked of it. */
  indexFor(message: string): Promise<KnowledgeIndex>;
}

interface KnowledgeSearchDeps {
  readonly pool: Pick<Pool, 'query'>;
  /** Adds what embeddings say to a message. */
  readonly refine?: (index: Promise<KnowledgeIndex>, message: string) => Promise<KnowledgeIndex>;
}

/** One for each process: it keeps the items analysed, and reads again only those that changed. */
export function createKnowledgeSearch({ pool, refine = (index) => index }: KnowledgeSearchDeps): KnowledgeSearch {
  const model = loadRetrievalModel();
  let kept: ReadonlyMap<string, { readonly version: string; readonly analyzed: AnalyzedItem }> = new Map();
  let current: { readonly version: string; readonly index: KnowledgeIndex } | null = null;

  const refresh = singleFlight(async (): Promise<KnowledgeIndex | null> => {
    const { rows } = await pool.query<{ count: number; newest: string }>({ name: 'knowledge-version', text: VERSION });
    const { count = 0, newest = '' } = rows[0] ?? {};
    if (count > KEPT_ITEMS) return null;
    const version = `${count} ${newest}`;
    if (current?.version === version) return current.index;
    const items = (await pool.query<VersionedItem>({ name: 'knowledge-items', text: ITEMS })).rows;
    kept = new Map(
      items.map((item) => {
        const before = kept.get(item.id);
        const analyzed = before?.version === item.version ? { ...before.analyzed, item } : analyzeItem(item, model.vectors);
        return [item.id, { version: item.version, analyzed }];
      }),
    );
    const index = buildIndex(
      [...kept.values()].map(({ analyzed }) => analyzed),
      model,
    );
    current = { version, index };
    return index;
  });

  const plainIndexFor = async (message: string): Promise<KnowledgeIndex> => {
    const index = await refresh();
    if (index) return index;
    const items = await relevantItems(pool, message, PRESELECTED_ITEMS);
    return buildIndex(
      items.map((item) => analyzeItem(item, model.vectors)),
      model,
    );
  };

  return { indexFor: (message) => refine(plainIndexFor(message), message) };
}
