import { z } from 'zod';
import { EMBEDDING_BATCH, type Embedder, type Embeddings } from '../port.ts';
import { createCircuitBreaker } from './client/circuit.ts';
import { openClient } from './client/client.ts';
import { failureOf, ModelFailure } from './client/failure.ts';

/** More than any model has. */
const MOST_DIMENSIONS = 8_192;

const Answer = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(MOST_DIMENSIONS) })).max(EMBEDDING_BATCH),
  // Not every server counts.
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

/** The vector, made as long as 1; all zeros stay as they are. */
export function toUnitLength(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? unit.map((value) => value / length) : unit;
}

export interface EmbedderSettings {
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** Null for OpenAI itself. */
  readonly baseUrl: string | null;
  readonly model: string;
  /** Of a request that nobody waits for. */
  readonly timeoutMs?: number;
  /** How long a service that failed three times in a row is left alone. */
  readonly restMs?: number;
  readonly now?: () => Date;
}

/** The vectors of an answer in the order of the texts. */
function readAnswer(answer: unknown, count: number): Embeddings {
  const { data, usage } = Answer.parse(answer);
  const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => toUnitLength(embedding));
  const isComplete = data.length === count && data.every(({ index }) => index >= 0 && index < count);
  if (!isComplete || new Set(data.map(({ index }) => index)).size !== count || new Set(vectors.map(({ length }) => length)).size !== 1)
    throw new ModelFailure('unusable');
  return { vectors, tokens: usage ? { prompt: usage.prompt_tokens, completion: 0 } : null };
}

/** Embeds through `/v1/embeddings` of a server that speaks OpenAI's protocol. */
export function openAiEmbedder({
  apiKey,
  baseUrl,
  model,
  timeoutMs = 20_000,
  restMs = 30_000,
  now = () => new Date(),
}: EmbedderSettings): Embedder {
  const client = openClient({ apiKey, baseUrl, timeoutMs, retries: 0 });
  // A server that is too slow for somebody who waits may still be good for the items.
  const [forWaiting, forItems] = [createCircuitBreaker({ now, restMs }), createCircuitBreaker({ now, restMs })];
  return {
    model,
    embed: async (texts, { timeoutMs: waitMs, signal } = {}) => {
      if (texts.length === 0) return { vectors: [], tokens: null };
      if (texts.length > EMBEDDING_BATCH) throw new RangeError(`At most ${EMBEDDING_BATCH} texts can be embedded at once`);
      const withCircuitBreaker = waitMs === undefined ? forItems : forWaiting;
      return withCircuitBreaker(async () => {
        signal?.throwIfAborted();
        const deadline = AbortSignal.timeout(waitMs ?? timeoutMs);
        try {
          const answer: unknown = await client.embeddings.create(
            // The package would ask for base64, which not every server knows.
            { model, input: [...texts], encoding_format: 'float' },
            { signal: signal ? AbortSignal.any([signal, deadline]) : deadline },
          );
          return readAnswer(answer, texts.length);
        } catch (error) {
          signal?.throwIfAborted();
          throw deadline.aborted ? new ModelFailure('slow') : failureOf(error);
        }
      });
    },
  };
}
