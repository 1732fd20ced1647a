import { commonPrefixLength } from './common-prefix.ts';
import type { Label } from './labels.ts';
import { type Line, readLine } from './lines.ts';

/** A stretch of a transcript that may be a turn: a line with a label, and the lines without one below it. */
export interface TranscriptChunk {
  readonly label: Label | null;
  readonly start: number | null;
  readonly end: number | null;
  /** What is said, without the label. */
  readonly said: string;
  /** The same with the label, for where it turns out to be none. */
  readonly whole: string;
  /** Where in the transcript it begins. */
  readonly offset: number;
}

const joined = (before: string, line: string): string => (before === '' ? line : `${before}\n${line}`);

function take(pieces: TranscriptChunk[], line: Line, offset: number): void {
  const last = pieces.at(-1);
  if (line.label === null && line.said === '') return;
  if (line.label !== null || last === undefined) pieces.push({ ...line, offset });
  else pieces[pieces.length - 1] = { ...last, said: joined(last.said, line.said), whole: joined(last.whole, line.said) };
}

const LINE_END = /\r\n?|[\n\u2028\u2029]/g;

/** Takes the lines of `text` from a place on into `pieces`; answers where the last line begins, which has no end yet and was left out. */
function takeLines(pieces: TranscriptChunk[], text: string, from: number): number {
  let start = from;
  LINE_END.lastIndex = from;
  for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
    take(pieces, readLine(text.slice(start, end.index)), start);
    start = end.index + end[0].length;
  }
  return start;
}

/** Reads a transcript that grows: only lines that are new or changed are read again. */
export function createTranscript(): { read(text: string): readonly TranscriptChunk[] } {
  let pieces: TranscriptChunk[] = [];
  // The part of the transcript that `pieces` were read from: whole lines.
  let done = '';

  return {
    read(text) {
      const shared = commonPrefixLength(done, text);
      if (shared < done.length) {
        // The piece that changed is read again, and so is everything after it.
        const kept = pieces.findLastIndex(({ offset }) => offset <= shared);
        done = done.slice(0, pieces[kept]?.offset ?? 0);
        pieces = pieces.slice(0, Math.max(0, kept));
      }
      const rest = takeLines(pieces, text, done.length);
      done = text.slice(0, rest);
      const withRest = [...pieces];
      take(withRest, readLine(text.slice(rest)), rest);
      return withRest;
    },
  };
}

/** The pieces of a whole transcript. */
export const splitIntoChunks = (text: string): readonly TranscriptChunk[] => createTranscript().read(text);
