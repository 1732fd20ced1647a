import { sentencesOf } from '../sentences.ts';
import { wordsOf } from '../words.ts';
import type { Candidate, KnowledgeIndex } from './knowledge-index.ts';

/** Sentences of a message that are embedded beside the whole of it. */
const MESSAGE_SENTENCES = 12;
/** Characters of a text that are embedded: some 500 tokens, which every embedding model reads. */
export const EMBEDDED_LENGTH = 2_000;

// Nothing is known of the operator's model, and no two models mean the same by a cosine. So only its comparisons are used: by how many
// deviations an item is nearer than the items are on average. It is a second opinion, and the rules below keep it one.

/** Fewer items have no spread to compare with. */
const FEWEST_ITEMS = 5;
/** What the nearest item's score gains at most: as much as items that are both good typically differ by. */
const SCORE_GAIN = 1.5;
/** How far an opinion that is clear moves the odds of an answer: twofold, so that what is below a third stays unanswered. */
const ODDS = 2;
/** An opinion is clear where the nearest item is this many deviations ahead of the next. */
const CLEAR_LEAD = 1;

/** The texts of a message that may be searched with, cut to what is embedded; at most 13. */
export const textsToEmbed = (message: string): readonly string[] => {
  const text = message.slice(0, 2 * EMBEDDED_LENGTH);
  const texts = [text, ...sentencesOf(text).slice(0, MESSAGE_SENTENCES)].map((each) => each.slice(0, EMBEDDED_LENGTH).trim());
  return [...new Set(texts)].filter((each) => each !== '');
};

/** Vectors of length 1, all of one model. */
export interface Vectors {
  /** By the item's id; items without one are judged as if there were none. */
  readonly items: ReadonlyMap<string, Float32Array>;
  /** By the text, as `textsToEmbed` has it. */
  readonly questions: ReadonlyMap<string, Float32Array>;
}

const product = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

/** What an embedding says of the items for one question. */
interface Evidence {
  /** 0 to 1.5: 1 is as near as the nearest of so many items would be by chance. */
  readonly nearness: ReadonlyMap<string, number>;
  readonly nearest: string;
  /** 0 to 1: how clearly the nearest is ahead. */
  readonly clarity: number;
}

function evidenceOf(question: Float32Array, items: Vectors['items']): Evidence | null {
  const cosines = [...items]
    .filter(([, vector]) => vector.length === question.length)
    .map(([id, vector]) => ({ id, cosine: product(question, vector) }));
  if (cosines.length < FEWEST_ITEMS) return null;
  const mean = cosines.reduce((sum, { cosine }) => sum + cosine, 0) / cosines.length;
  const deviation = Math.sqrt(cosines.reduce((sum, { cosine }) => sum + (cosine - mean) ** 2, 0) / cosines.length);
  const [first, second] = cosines.toSorted((a, b) => b.cosine - a.cosine);
  if (!first || !second || !(deviation > 1e-6)) return null;
  const byChance = deviation * Math.sqrt(2 * Math.log(cosines.length));
  return {
    nearness: new Map(cosines.map(({ id, cosine }) => [id, Math.min(1.5, Math.max(0, (cosine - mean) / byChance))])),
    nearest: first.id,
    clarity: Math.min(1, (first.cosine - second.cosine) / (CLEAR_LEAD * deviation)),
  };
}

function judged(candidate: Candidate, { nearness, nearest, clarity }: Evidence): Candidate {
  const { item, probability } = candidate;
  if (!nearness.has(item.id) || probability <= 0 || probability >= 1) return candidate;
  const odds = (probability / (1 - probability)) * ODDS ** (item.id === nearest ? clarity : -clarity);
  return { ...candidate, probability: odds / (1 + odds) };
}

/** The index, in which items whose meaning is near to a question's come first and are trusted more. Questions without a vector are searched as without. */
export function withEmbeddings(index: KnowledgeIndex, { items, questions }: Vectors): KnowledgeIndex {
  if (items.size < FEWEST_ITEMS || questions.size === 0) return index;
  const keyOf = (text: string) => ` ${wordsOf(text).join(' ')} `;
  const embedded = [...questions].map(([text, vector]) => ({ key: keyOf(text), vector })).toSorted((a, b) => a.key.length - b.key.length);
  // A question may be a part of a sentence, or two of them.
  const vectorFor = (question: string) => {
    const key = keyOf(question.slice(0, EMBEDDED_LENGTH));
    const around = embedded.find((each) => each.key.includes(key));
    return (around ?? embedded.findLast((each) => key.includes(each.key)))?.vector ?? null;
  };
  // Several ways to put a question have the vector of one sentence.
  const known = new Map<Float32Array, Evidence | null>();
  const evidenceFor = (vector: Float32Array): Evidence | null => {
    const evidence = known.get(vector) ?? evidenceOf(vector, items);
    known.set(vector, evidence);
    return evidence;
  };
  return {
    ...index,
    search: (question, limit, facts) => {
      const vector = vectorFor(question);
      const evidence = vector && evidenceFor(vector);
      if (!evidence) return index.search(question, limit, facts);
      const gainOf = (id: string) => SCORE_GAIN * (evidence.nearness.get(id) ?? 0);
      return index.search(question, limit, facts, gainOf).map((candidate) => judged(candidate, evidence));
    },
  };
}
