import type { Turn } from '../dialogue.ts';
import { BACK_CHANNEL, BACK_CHANNEL_WORDS } from '../words/back-channels.ts';
import { commonPrefixLength } from './common-prefix.ts';
import { type Counts, type Mention, type Passage, readPassage, type SplitPassage, splitPassage } from './passages.ts';

/** A passage that will stay as it is while the turn grows behind it. */
type Settled = SplitPassage & { readonly passage: Passage };

/** What was counted in the words of a turn. */
export interface Reading extends Counts {
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

function feelingOf(passages: readonly Passage[]): number {
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
    feeling: () => feelingOf(passages),
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
