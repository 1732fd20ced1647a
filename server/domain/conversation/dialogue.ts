import type { Speaker } from '#contract/call.ts';
import { createTranscript, type TranscriptChunk } from './read/chunks.ts';
import { type DialogueOptions, identifySpeakers } from './read/speakers.ts';

/** A stretch of time in milliseconds from the beginning of the call. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What one speaker says until another does. */
export interface Turn {
  /** Its place in the call, from 0. */
  readonly index: number;
  /** Null where nothing tells whether it is one of us. */
  readonly speaker: Speaker;
  /** Who speaks, as the transcript writes it; null where it says only the part they play, or nothing. */
  readonly name: string | null;
  readonly text: string;
  /** Milliseconds from the beginning of the call; null where nobody said. */
  readonly start: number | null;
  readonly end: number | null;
  /** When exactly something was said, where the turn came in pieces with times: there may be pauses between them. */
  readonly spans?: readonly Span[];
}

function turnsOf(pieces: readonly TranscriptChunk[], options: DialogueOptions): Turn[] {
  const cast = identifySpeakers(pieces, options);
  const drafts: Omit<Turn, 'index'>[] = [];
  for (const { label, start, end, said, whole } of pieces) {
    const last = drafts.at(-1);
    if (label && cast.has(label.key)) drafts.push({ speaker: cast.get(label.key) ?? null, name: label.name, text: said, start, end });
    else if (last) drafts[drafts.length - 1] = { ...last, text: `${last.text}\n${whole}` };
    else drafts.push({ speaker: null, name: null, text: whole, start, end });
  }
  return drafts
    .map((draft) => ({ ...draft, text: draft.text.trim() }))
    .filter(({ text }) => text !== '')
    .map((draft, index) => ({ index, ...draft }));
}

/** Reads a transcript that grows; what was read before is not read again. */
export function createDialogue(options: DialogueOptions = {}): { read(transcript: string): Turn[] } {
  const transcript = createTranscript();
  return { read: (text) => turnsOf(transcript.read(text), options) };
}

/**
 * The turns of a transcript. A line that begins with a speaker's label begins a turn, the lines below go on with it; a
 * text without labels is one turn of nobody. Times before or after a label are those of the turn.
 */
export const readDialogue = (text: string, options: DialogueOptions = {}): Turn[] => createDialogue(options).read(text);

const PARTS = { rep: 'Rep', customer: 'Customer' } as const;

/** Turns as a transcript that reads back into them; a name stays only where no part is known. */
export const writeDialogue = (turns: readonly Pick<Turn, 'speaker' | 'name' | 'text'>[]): string =>
  turns
    .map(({ speaker, name, text }) => {
      const label = speaker === null ? name : PARTS[speaker];
      return label === null ? text : `${label}: ${text}`;
    })
    .join('\n');
