import { type CountedTurn, createCounter } from './counted-turns.ts';
import { createDialogue, type DialogueOptions } from './dialogue.ts';
import { type MeasureOptions, metricsOf } from './measure.ts';
import type { ConversationMetrics } from './metrics.ts';
import { createSegments, type Segment } from './segments.ts';

/** Counts a call while it grows: an update costs what is new in it. */
export interface TranscriptAccumulator {
  /** Takes segments in any order; known revisions change nothing. Answers whether something changed. */
  add(...segments: readonly Segment[]): boolean;
  /** Takes the whole text so far. What it has in common with the text before is not counted again. */
  text(whole: string): boolean;
  turns(): readonly CountedTurn[];
  metrics(options?: MeasureOptions): ConversationMetrics;
}

/**
 * A new count. A call is told in segments or as text; whoever changes from one to the other begins anew, since nobody
 * could tell what was said in both.
 */
export function createTranscriptAccumulator(options: DialogueOptions = {}): TranscriptAccumulator {
  const count = createCounter();
  const dialogue = createDialogue(options);
  let segments = createSegments();
  let whole: string | null = null;
  let counted: readonly CountedTurn[] | null = null;

  const turns = (): readonly CountedTurn[] => {
    counted ??= count(whole === null ? segments.turns() : dialogue.read(whole));
    return counted;
  };
  return {
    add(...pieces) {
      if (pieces.length > 0 && whole !== null) {
        whole = null;
        segments = createSegments();
      }
      const isChanged = pieces.map((segment) => segments.add(segment)).includes(true);
      if (isChanged) counted = null;
      return isChanged;
    },
    text(text) {
      if (text === whole) return false;
      whole = text;
      counted = null;
      return true;
    },
    turns,
    metrics: (measured) => metricsOf(turns(), measured),
  };
}
