import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** How long names are remembered, in milliseconds: every update of a live call asks for them. */
const REMEMBERED_FOR = 60_000;
/** Items that are read, the newest first. */
const ITEMS = 100;
/** Names that are listened for. */
const NAMES = 200;

const ITEMS_ABOUT_COMPETITORS = `
  select title, tags from ai_training_data
  where is_active and deleted_at is null and tags ?| '{competitor,competitors,competition}'
  order by updated_at desc, id desc limit ${ITEMS}`;

/** Names in a title: runs of words written large, but not its first word, which always is. */
const NAMES_IN_TITLE = /(?<=\S[ ,]+)\p{Lu}[\p{L}\d]+(?: \p{Lu}[\p{L}\d]+)*/gu;

/** The competitors that a training item tagged "competitor" names in its title, and of each the words that are a tag as well. */
export const competitorsIn = ({ title, tags }: { readonly title: string; readonly tags: readonly string[] }): string[] =>
  [...title.matchAll(NAMES_IN_TITLE)].flatMap(([name]) => [
    name,
    ...name.split(' ').filter((word) => word !== name && tags.some((tag) => tag.toLowerCase() === word.toLowerCase())),
  ]);

/** Names of competitors which the training items know; as they were up to a minute ago. */
export function createCompetitorNames(pool: Pick<Pool, 'query'>): () => Promise<readonly string[]> {
  const names = new LRUCache<'names', readonly string[]>({
    max: 1,
    ttl: REMEMBERED_FOR,
    fetchMethod: async () => {
      const { rows } = await pool.query<{ title: string; tags: string[] }>({ name: 'competitor-names', text: ITEMS_ABOUT_COMPETITORS });
      return [...new Set(rows.flatMap(competitorsIn))].slice(0, NAMES);
    },
  });
  return async () => (await names.fetch('names')) ?? [];
}
