import { sentencesOf } from '#server/language/sentences.ts';
import { feelingOf, sentenceScore } from '#server/language/sentiment.ts';
import { FILLERS } from '../words/fillers.ts';
import { REACTIONS } from '../words/reactions.ts';
import { TOPICS, type Topic } from '../words/topics.ts';
import { asks, isOpen } from './questions.ts';
import { countWords } from './words.ts';

/** What can be added up. */
export interface Counts {
  readonly words: number;
  readonly sentences: number;
  readonly questions: number;
  /** Those of the questions that ask for more than a fact, a yes or a no. */
  readonly openQuestions: number;
  readonly fillers: number;
  /** Words that show that something reached the speaker. */
  readonly reactions: number;
}

/** A sentence that is not neutral. */
export interface Feeling {
  /** −1 to 1. */
  readonly score: number;
  /** How many words of the passage came after it. */
  readonly wordsAfter: number;
}

/** A topic, and the words that gave it away. */
export interface Mention {
  readonly topic: Topic;
  readonly words: string;
}

/** Some sentences of a turn, counted. */
export interface Passage extends Counts {
  /** Each topic once. */
  readonly mentions: readonly Mention[];
  /** In order. Worked out when it is first asked for, since feelings cost more than all the rest and only the latest weigh. */
  feelings(): readonly Feeling[];
}

/** So long is a passage at most, but for a single longer word. */
const PASSAGE = 1_000;
/** Nobody speaks longer sentences: what is longer came without punctuation, and is cut here. */
const LONGEST_SENTENCE = 400;
const PIECE = new RegExp(`.{1,${LONGEST_SENTENCE}}(?=\\s|$)|\\S+`, 'gsu');
const SAYS_SOMETHING = /[\p{L}\p{N}]|\p{Extended_Pictographic}/u;

const ENDS = /[.!?…]["')\]]*\s+|\n/g;

/** Where a passage ends, and how far the text had to be looked at to know. */
export interface SplitPassage {
  readonly end: number;
  readonly seen: number;
}

/** Cuts the passage that begins at `from`, behind its last sentence or else between words; null where the text is too short to tell yet. */
export function splitPassage(text: string, from: number): SplitPassage | null {
  const seen = from + PASSAGE;
  if (text.length <= seen) return null;
  const window = text.slice(from, seen);
  let end = 0;
  for (const found of window.matchAll(ENDS)) end = found.index + found[0].length;
  if (end === 0) end = window.search(/\s\S*$/);
  if (end > 0) return { end: from + end, seen };
  const wordEnd = text.slice(seen).search(/\s/);
  return wordEnd === -1 ? null : { end: seen + wordEnd, seen: seen + wordEnd + 1 };
}

/** What is worked out when it is first asked for, and then kept. */
function once<T>(work: () => T): () => T {
  let kept: { readonly result: T } | null = null;
  return () => {
    kept ??= { result: work() };
    return kept.result;
  };
}

function feelingsIn(sentences: readonly string[]): readonly Feeling[] {
  const felt: Feeling[] = [];
  let wordsAfter = 0;
  for (const sentence of sentences.toReversed()) {
    const score = sentenceScore(sentence);
    if (feelingOf(score) !== 'neutral') felt.unshift({ score, wordsAfter });
    wordsAfter += countWords(sentence);
  }
  return felt;
}

function mentionsIn(text: string): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const [topic, pattern] of TOPICS) {
    const words = pattern.exec(text)?.[0];
    if (words !== undefined) mentions.push({ topic, words });
  }
  return mentions;
}

/** Counts a passage. */
export function readPassage(passage: string): Passage {
  // Beyond its length a passage is one endless word, of which the beginning tells enough.
  const text = passage.slice(0, PASSAGE).replace(/[’‘ʼ]/g, "'");
  const whole = sentencesOf(text, PASSAGE).filter((sentence) => SAYS_SOMETHING.test(sentence));
  const questions = whole.filter((sentence) => asks(sentence.slice(0, LONGEST_SENTENCE)));
  const sentences = whole.flatMap((sentence) => (sentence.length > LONGEST_SENTENCE ? (sentence.match(PIECE) ?? []) : [sentence]));
  return {
    words: countWords(passage),
    sentences: sentences.length,
    questions: questions.length,
    openQuestions: questions.filter(isOpen).length,
    fillers: text.match(FILLERS)?.length ?? 0,
    reactions: text.match(REACTIONS)?.length ?? 0,
    mentions: mentionsIn(text),
    feelings: once(() => feelingsIn(sentences)),
  };
}
