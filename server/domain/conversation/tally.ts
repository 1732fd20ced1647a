import type { Speaker } from '#contract/call.ts';
import type { CountedTurn } from './counted.ts';
import { readDialogue, type Turn } from './dialogue.ts';
import { countTurns, metricsOf, writtenTurn } from './measure.ts';
import type { ConversationMetrics } from './metrics.ts';
import { createReader } from './reading.ts';

/** A piece of speech as a recogniser sends it. */
export interface Segment {
  readonly id: string;
  readonly revision: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** Milliseconds from the beginning of the call. */
  readonly start: number | null;
  readonly end: number | null;
}

/** Counts a call while it grows. */
export interface Tally {
  /** Takes a piece; the same piece with no higher revision changes nothing. Answers whether something changed. */
  hear(segment: Segment): boolean;
  /** Takes the whole text so far in place of all before. */
  read(transcript: string): void;
  turns(): readonly CountedTurn[];
  transcript(): string;
  /** `seconds`: how long the call has lasted. */
  metrics(seconds: number | null): ConversationMetrics;
}

/** In the order of their times; pieces without any keep the place they came in. */
function ordered(segments: readonly Segment[]): readonly Segment[] {
  const timed = segments.filter(({ start }) => start !== null).toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  let next = 0;
  return segments.map((segment) => (segment.start === null ? segment : (timed[next++] ?? segment)));
}

/** Pieces that one speaker said one after another are one turn. */
function turnsOf(segments: readonly Segment[]): Turn[] {
  const turns: Turn[] = [];
  for (const { speaker, text, start, end } of ordered(segments)) {
    const last = turns.at(-1);
    if (text.trim() === '') continue;
    if (last && last.speaker === speaker && speaker !== null) {
      turns[turns.length - 1] = { ...last, text: `${last.text} ${text}`, end: end ?? last.end };
    } else turns.push({ index: turns.length, speaker, name: null, text, start, end });
  }
  return turns;
}

/** A new count. What was counted once is not counted again: a longer text costs its new sentences. */
export function createTally(): Tally {
  const reader = createReader();
  const segments = new Map<string, Segment>();
  let counted: readonly CountedTurn[] | null = [];
  let whole = '';

  const turns = (): readonly CountedTurn[] => {
    counted ??= countTurns(segments.size > 0 ? turnsOf([...segments.values()]) : readDialogue(whole), reader);
    return counted;
  };
  return {
    hear(segment) {
      const before = segments.get(segment.id);
      if (before && before.revision >= segment.revision) return false;
      segments.set(segment.id, segment);
      counted = null;
      return true;
    },
    read(transcript) {
      if (transcript === whole && segments.size === 0) return;
      segments.clear();
      whole = transcript;
      counted = null;
    },
    turns,
    transcript: () =>
      segments.size > 0
        ? turnsOf([...segments.values()])
            .map(writtenTurn)
            .join('\n')
        : whole,
    metrics: (seconds) => metricsOf({ turns: turns(), length: seconds === null ? null : seconds * 1_000 }),
  };
}
