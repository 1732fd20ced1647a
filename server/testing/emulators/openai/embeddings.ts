import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Behaviour } from './answers.ts';
import { fails } from './failures.ts';

const EmbeddingRequest = z.looseObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(2_048),
  encoding_format: z.literal('float'),
});
export type EmbeddingRequest = z.output<typeof EmbeddingRequest>;

/** Words that mean the same to the emulated model, which the search has never heard of. */
const MEANINGS: readonly RegExp[] = [
  /\b(?:refunds?|returns?|money back|snorfle\w*)\b/gi,
  /\b(?:deliver\w*|ships?|shipping|zibble\w*)\b/gi,
  /\b(?:prices?|costs?|rates?|quonk\w*)\b/gi,
  /\b(?:clean\w*|descal\w*|wuzzle\w*)\b/gi,
];
/** Dimensions for other words, which are spread over them. */
const OTHERS = 28;

/** How often each meaning and, a little, each other word is in a text. Deterministic. */
export function emulatedVector(text: string): number[] {
  const vector = MEANINGS.map((meaning) => text.match(meaning)?.length ?? 0);
  const others = Array.from({ length: OTHERS }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const place = [...word].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % OTHERS, 7);
    others[place] = (others[place] ?? 0) + 0.05;
  }
  return [...vector, ...others];
}

/** Answers a request for embeddings. A model called `slow` takes a second; one called `broken` fails. */
export const embeds =
  (body: unknown, recorded: EmbeddingRequest[]): Behaviour =>
  async (turn) => {
    const { success, data: request } = EmbeddingRequest.safeParse(body);
    if (!success) return fails(400, { message: 'Invalid request for embeddings.', type: 'invalid_request_error' })(turn);
    recorded.push(request);
    if (request.model === 'broken') return fails(500, { message: 'Out of memory.', type: 'server_error' })(turn);
    if (request.model === 'slow') await sleep(1_000, undefined, { ref: false });
    if (turn.response.destroyed) return;
    const data = request.input.map((text, index) => ({ object: 'embedding', index, embedding: emulatedVector(text) }));
    turn.response.writeHead(200, { 'content-type': 'application/json' });
    // The order is not promised; the index is.
    const tokens = request.input.join(' ').split(/\s+/).length;
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    turn.response.end(JSON.stringify({ object: 'list', model: request.model, data: data.toReversed(), usage }));
  };
