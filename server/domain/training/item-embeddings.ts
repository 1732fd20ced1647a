import { LRUCache } from 'lru-cache';
import { EMBEDDING_BATCH, type Embedder } from '#server/ai/port.ts';
import type { KnowledgeIndex } from '#server/language/retrieval/knowledge-index.ts';
import { EMBEDDED_LENGTH, textsToEmbed, withEmbeddings } from '#server/language/retrieval/semantic-evidence.ts';
import type { ServiceDeps } from '../deps.ts';
import { AssistantUnavailable } from '../failures.ts';
import { type Job, JobFailure, type JobOutcome } from '../jobs/queue.ts';
import { singleFlight } from '../single-flight.ts';
import { ANSWERS } from './knowledge-search.ts';

/** Milliseconds a reply waits for the vectors of its message before it goes without. */
const QUESTION_TIMEOUT_MS = 300;
/** Texts of messages whose vectors are remembered: a reply is often generated again. */
const QUESTIONS_REMEMBERED = 500;
/** Vectors kept in memory, those of the first items by id; 1,536 dimensions of 5,000 items are 30 MB. */
const KEPT_VECTORS = 5_000;

// The other ways to ask leave at least half of the text to the content. The hash is computed where the text is, so that a look for changed
// items moves no text.
const TEXT = `left(concat_ws(E'\\n', item.title, nullif(left(item.also_asked_as, ${EMBEDDED_LENGTH / 2}), ''), item.content), ${EMBEDDED_LENGTH})`;

const STALE = `
  select item.id, ${TEXT} as text, md5(${TEXT}) as hash
  from ai_training_data item left join training_embeddings stored on stored.training_item_id = item.id
  where ${ANSWERS} and (stored.training_item_id is null or stored.model <> $1 or stored.content_hash <> md5(${TEXT}))
  order by item.id limit ${EMBEDDING_BATCH}`;

// An item that was deleted or changed while it was embedded is left to the next run.
const STORE = `
  insert into training_embeddings (training_item_id, model, content_hash, vector, created_at)
  select item.id, $2::text, given.hash, given.vector, $5::timestamptz
  from unnest($1::text[], $3::text[], $4::bytea[]) as given(id, hash, vector) join ai_training_data item on item.id = given.id
  where ${ANSWERS} and md5(${TEXT}) = given.hash
  on conflict (training_item_id) do update
    set model = excluded.model, content_hash = excluded.content_hash, vector = excluded.vector, created_at = excluded.created_at`;

const REMOVE = `
  delete from training_embeddings stored
  where not exists (select 1 from ai_training_data item where item.id = stored.training_item_id and ${ANSWERS})`;

const VERSION = `select count(*)::int as count, md5(string_agg(content_hash, '' order by training_item_id)) as hash from training_embeddings where model = $1`;
const VECTORS = `select training_item_id as id, vector from training_embeddings where model = $1 order by training_item_id limit ${KEPT_VECTORS}`;

const toBytes = (vector: Float32Array): Buffer => {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, 4 * at);
  return bytes;
};
const fromBytes = (bytes: Buffer): Float32Array => Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));

export type ItemEmbeddings = ReturnType<typeof createItemEmbeddings>;

/** The vectors of training items, and what they say to a message. Without a model there are none, and nothing is done. */
export function createItemEmbeddings({ db, clock, embedder }: Pick<ServiceDeps, 'db' | 'clock'> & { readonly embedder: Embedder | null }) {
  const { pool } = db;
  const counts = { embedded: 0, failed: 0 };
  const remembered = new LRUCache<string, Float32Array>({ max: QUESTIONS_REMEMBERED });
  let kept: { readonly version: string; readonly items: ReadonlyMap<string, Float32Array> } = { version: '', items: new Map() };

  const itemVectors = singleFlight(async (): Promise<ReadonlyMap<string, Float32Array>> => {
    const { rows } = await pool.query<{ count: number; hash: string | null }>({
      name: 'embeddings-version',
      text: VERSION,
      values: [embedder?.model],
    });
    const version = `${rows[0]?.count} ${rows[0]?.hash}`;
    if (kept.version !== version) {
      const { rows: stored } = await pool.query<{ id: string; vector: Buffer }>(VECTORS, [embedder?.model]);
      kept = { version, items: new Map(stored.map(({ id, vector }) => [id, fromBytes(vector)])) };
    }
    return kept.items;
  });

  const questionVectors = async ({ embed }: Embedder, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> => {
    const missing = texts.filter((text) => !remembered.has(text));
    const { vectors } = await embed(missing, { timeoutMs: QUESTION_TIMEOUT_MS });
    for (const [at, vector] of vectors.entries()) remembered.set(missing[at] ?? '', vector);
    return new Map(
      texts.flatMap((text) => {
        const vector = remembered.get(text);
        return vector ? [[text, vector] as const] : [];
      }),
    );
  };

  return {
    isOn: embedder !== null,

    /** The index with what the vectors say to this message; as it is where there are none, or where the model does not answer in time. */
    refine: async (index: Promise<KnowledgeIndex>, message: string): Promise<KnowledgeIndex> => {
      if (!embedder) return index;
      const items = await itemVectors();
      if (items.size === 0) return index;
      const [questions, plain] = await Promise.all([
        questionVectors(embedder, textsToEmbed(message)).catch((error: unknown) => {
          if (!(error instanceof AssistantUnavailable)) throw error;
          return null;
        }),
        index,
      ]);
      counts[questions ? 'embedded' : 'failed'] += 1;
      return questions ? withEmbeddings(plain, { items, questions }) : plain;
    },

    /** Embeds the items that are new or changed, or were embedded by another model, and forgets those that no longer answer. */
    embedChanged: async ({ signal }: Pick<Job<unknown>, 'signal'>): Promise<JobOutcome> => {
      if (!embedder) return { done: 0 };
      await pool.query(REMOVE);
      for (let done = 0; ; ) {
        const { rows } = await pool.query<{ id: string; text: string; hash: string }>(STALE, [embedder.model]);
        if (rows.length === 0) return { done };
        const { vectors } = await embedder
          .embed(
            rows.map(({ text }) => text),
            { signal },
          )
          .catch((error: unknown) => {
            if (error instanceof AssistantUnavailable) throw new JobFailure(error.message, { temporary: true, cause: error });
            throw error;
          });
        const { rowCount } = await pool.query(STORE, [
          rows.map(({ id }) => id),
          embedder.model,
          rows.map(({ hash }) => hash),
          vectors.map(toBytes),
          clock.now(),
        ]);
        // Items that change all the time are for the next run.
        if (!rowCount) return { done };
        done += rowCount;
      }
    },

    /** Messages whose vectors were there in time, and those that were answered without, on this instance since it started. */
    counts: (): Readonly<typeof counts> => counts,
  };
}
