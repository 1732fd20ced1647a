import { INTENT_LABELS, type Intent } from './classifiers/labels.ts';
import { readClassifier } from './classifiers/linear-classifier.ts';

const classifier = readClassifier(new URL('./classifiers/weights/intent.bin', import.meta.url), INTENT_LABELS);

/** Below this share a guess is as likely wrong as right. */
const SURE = 0.35;
/** From this share on the sentence is about nothing of ours. */
const SURELY_NONE = 0.6;
/** A part of a sentence says less than the whole, and has to say it more clearly. */
const SURE_OF_PART = 0.6;
const PARTS_READ = 8;
const SHORTEST_PART = 8;
const BETWEEN_PARTS = /[,;:–—]\s|\s(?:and|but|so|because|or)\s/i;

interface Guess {
  readonly intent: Intent;
  readonly share: number;
}

function guesses(text: string, sure: number): Guess[] {
  const shares = classifier.classify(text);
  if ((shares.at(-1) ?? 0) >= SURELY_NONE) return [];
  return INTENT_LABELS.flatMap((label, at) => (label === 'none' ? [] : [{ intent: label, share: shares[at] ?? 0 }]))
    .filter(({ share }) => share >= sure)
    .sort((a, b) => b.share - a.share);
}

/**
 * What one sentence is about, the most probable first, then what only a part of it is about ("it leaks and nobody answers the phone"). Empty when
 * it fits nothing we know or nothing is probable.
 */
export function intentsOf(sentence: string): readonly Intent[] {
  const parts = sentence.split(BETWEEN_PARTS, PARTS_READ).filter((part) => part.length >= SHORTEST_PART && part.length < sentence.length);
  const found = [...guesses(sentence, SURE), ...parts.flatMap((part) => guesses(part, SURE_OF_PART))];
  return [...new Set(found.map(({ intent }) => intent))];
}
