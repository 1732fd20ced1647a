import { sentencesOf } from '#server/language/sentences.ts';
import { feelingOf, sentenceScore } from '#server/language/sentiment.ts';
import type { Turn } from './dialogue.ts';
import { asks, BACK_CHANNEL, BACK_CHANNEL_WORDS, FILLERS, isOpen, REACTIONS } from './speech-patterns.ts';
import { TOPICS, type Topic } from './topics.ts';
import { commonPrefixLength } from './transcript-lines.ts';

const TOKEN = /[^\s—…]+/gu;
const SPELLED = /[\p{L}\p{N}]/u;
// Scripts that put no spaces between words; a word has about two of their characters.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const CHARACTERS_A_WORD = 2;

/**
 * How many words a text has: what stands between spaces and has a letter or a digit, so that "don't", "thirty-six" and
 * "$1,490.50" are one each. Scripts without spaces count one word for two characters.
 */
export function countWords(text: string): number {
  let words = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (!SPELLED.test(token)) continue;
    const unspaced = token.match(UNSPACED)?.length ?? 0;
    words += unspaced === 0 ? 1 : Math.ceil(unspaced / CHARACTERS_A_WORD);
  }
  return words;
}

/** What can be added up. */
interface Counts {
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
interface Feeling {
  /** −1 to 1. */
  readonly score: number;
  /** How many words of the passage came after it. */
  readonly wordsAfter: number;
}

/** A topic, and the words that gave it away. */
interface Mention {
  readonly topic: Topic;
  readonly words: string;
}

/** Some sentences of a turn, counted. */
interface Passage extends Counts {
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
interface SplitPassage {
  readonly end: number;
  readonly seen: number;
}

/** Cuts the passage that begins at `from`, behind its last sentence or else between words; null where the text is too short to tell yet. */
function splitPassage(text: string, from: number): SplitPassage | null {
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
function readPassage(passage: string): Passage {
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

/** A passage that will stay as it is while the turn grows behind it. */
type Settled = SplitPassage & { readonly passage: Passage };

/** What was counted in the words of a turn. */
interface Reading extends Counts {
  /** Each topic of the turn once, with the words that first gave it away. */
  readonly mentions: readonly Mention[];
  /** Whether it only shows that somebody listens: "yes", "I see, right". */
  readonly isBackChannel: boolean;
  /** In order. */
  readonly passages: readonly Passage[];
  /** How the turn feels, −1 to 1: the mean of its sentences that feel anything, 0 where none does. */
  feeling(): number;
}

/** A turn with what was counted in it. */
export interface CountedTurn extends Turn, Reading {}

interface Read {
  readonly text: string;
  readonly settled: readonly Settled[];
  readonly reading: Reading;
}

const LONGEST_BACK_CHANNEL = 60;

const listens = (text: string, words: number): boolean =>
  words <= BACK_CHANNEL_WORDS && text.length <= LONGEST_BACK_CHANNEL && BACK_CHANNEL.test(text.replace(/[’ʼ]/g, "'"));

function meanFeeling(passages: readonly Passage[]): number {
  const felt = passages.flatMap((passage) => passage.feelings());
  return felt.length === 0 ? 0 : felt.reduce((sum, { score }) => sum + score, 0) / felt.length;
}

function addUp(text: string, passages: readonly Passage[]): Reading {
  const total = (count: (passage: Passage) => number) => passages.reduce((sum, passage) => sum + count(passage), 0);
  const all = passages.flatMap(({ mentions }) => mentions);
  const words = total((passage) => passage.words);
  return {
    words,
    sentences: total(({ sentences }) => sentences),
    questions: total(({ questions }) => questions),
    openQuestions: total(({ openQuestions }) => openQuestions),
    fillers: total(({ fillers }) => fillers),
    reactions: total(({ reactions }) => reactions),
    mentions: all.filter(({ topic }, at) => all.findIndex((other) => other.topic === topic) === at),
    isBackChannel: listens(text, words),
    passages,
    feeling: () => meanFeeling(passages),
  };
}

/** Reads the words of a turn; passages that were read before and did not change are kept. */
function readTurn(text: string, before: Read | undefined): Read {
  const shared = before ? commonPrefixLength(before.text, text) : 0;
  const settled = (before?.settled ?? []).filter(({ seen }) => seen < shared);
  let from = settled.at(-1)?.end ?? 0;
  for (let cut = splitPassage(text, from); cut !== null; cut = splitPassage(text, from)) {
    settled.push({ ...cut, passage: readPassage(text.slice(from, cut.end)) });
    from = cut.end;
  }
  const passages = [...settled.map(({ passage }) => passage), readPassage(text.slice(from))];
  return { text, settled, reading: addUp(text, passages) };
}

/** Counts the turns of a call, again and again while it grows: a turn that was counted before is not counted again, and of a turn that grew only what is new. */
export function createCounter(): (turns: readonly Turn[]) => readonly CountedTurn[] {
  let before: readonly Read[] = [];
  let byText: ReadonlyMap<string, Read> = new Map();
  return (turns) => {
    const reads = turns.map(({ text }, at) => {
      const last = before[at];
      return last?.text === text ? last : (byText.get(text) ?? readTurn(text, last));
    });
    before = reads;
    byText = new Map(reads.map((read) => [read.text, read]));
    return turns.flatMap((turn, at) => {
      const read = reads[at];
      return read ? [{ ...turn, ...read.reading }] : [];
    });
  };
}
