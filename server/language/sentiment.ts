import { FEELINGS, type Feeling, REVIEW_LABELS } from './classifiers/labels.ts';
import { readClassifier } from './classifiers/linear-classifier.ts';
import { reviewFeaturesOf } from './classifiers/text-features.ts';
import { isShouted } from './plain-text.ts';

/** How the customer feels, as the tone of the answer needs it. */
export type Mood = 'angry' | 'frustrated' | 'neutral' | 'pleased';

const classifier = readClassifier(new URL('./classifiers/weights/sentiment.bin', import.meta.url), FEELINGS);
const reviewClassifier = readClassifier(new URL('./classifiers/weights/reviews.bin', import.meta.url), REVIEW_LABELS, reviewFeaturesOf);

/** How one sentence or a short text feels, −1 to 1: how much more probable a good feeling is than a bad one, less where no feeling at all is probable. */
export function sentenceScore(sentence: string): number {
  const [negative = 0, neutral = 0, positive = 0] = classifier.classify(sentence);
  return (positive - negative) * (1 - neutral);
}

/** From this score on, up or down, a feeling is named. */
const FELT = 0.2;

/** The word for a score. */
export const feelingOf = (score: number): Feeling => (score <= -FELT ? 'negative' : score >= FELT ? 'positive' : 'neutral');

/** How a text feels as a whole, −1 to 1, and whether it reads like a review, whose verdict weighs praise against complaints. */
function readWhole(text: string): { readonly score: number; readonly isReview: boolean } {
  const [negative = 0, neutral = 0, positive = 0, message = 0] = reviewClassifier.classify(text);
  const [bad = 0, flat = 0, good = 0] = classifier.classify(text);
  const below = negative + message * bad;
  const between = neutral + message * flat;
  const above = positive + message * good;
  const score = (above - below) * (1 - between);
  const felt = between >= Math.max(below, above) ? 0 : above > below ? Math.max(FELT, score) : Math.min(-FELT, score);
  return { score: felt, isReview: message < 0.5 };
}

/** How a text of several sentences feels as a whole, −1 to 1; 0 where it is most probably neutral. */
export const textScore = (text: string): number => readWhole(text).score;

const READ_AT_MOST = 80;
const FURY =
  /\b(?:unacceptable|ridiculous|disgrace\w*|disgust\w*|appalling|furious|outrag\w+|pathetic|useless|incompetent|scam|rip-?off|worst|fed up|had enough|lawyer|solicitor|legal action|sue|chargeback|trading standards)\b|😡|🤬/iu;

/**
 * How the whole message feels: the verdict of a review, else the mean of what is felt at all, drawn towards the strongest complaint, since one angry
 * sentence colours a polite mail.
 */
export function messageScore(sentences: readonly string[]): number {
  const read = sentences.slice(0, READ_AT_MOST);
  const { score, isReview } = readWhole(read.join(' '));
  if (isReview) return score;
  const felt = read.map(sentenceScore).filter((score) => feelingOf(score) !== 'neutral');
  if (felt.length === 0) return 0;
  const mean = felt.reduce((sum, score) => sum + score, 0) / felt.length;
  const lowest = Math.min(...felt);
  return lowest < 0 ? 0.5 * mean + 0.5 * lowest : mean;
}

/** The mood the answer has to meet. Anger needs more than bad news: strong words, shouting or a row of exclamation marks. */
export function moodOf(sentences: readonly string[]): Mood {
  const score = messageScore(sentences);
  if (score >= 0.2) return 'pleased';
  if (score > -0.2) return 'neutral';
  const heated = sentences.filter(
    (sentence) => FURY.test(sentence) || ((isShouted(sentence) || /!{2,}|\?!|!\?/.test(sentence)) && sentenceScore(sentence) <= -0.2),
  ).length;
  return heated > 0 && (score <= -0.45 || heated > 1) ? 'angry' : 'frustrated';
}
