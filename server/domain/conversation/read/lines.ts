import { type Label, labelOf } from './labels.ts';

/** A line of a transcript, without white space around it. */
export interface Line {
  readonly label: Label | null;
  /** Milliseconds from the beginning of the call, where the line says so. */
  readonly start: number | null;
  readonly end: number | null;
  /** What follows the label. */
  readonly said: string;
  /** The line without its time, for where the label turns out to be none. */
  readonly whole: string;
}

const CLOCK = '(?:\\d{1,2}:)?\\d{1,3}:[0-5]\\d(?:[.,]\\d{1,3})?';
const TIMES = `(${CLOCK})(?:\\s{0,3}(?:-->|->|to|[-–—])\\s{0,3}(${CLOCK}))?`;
const MARKS = '[\\s>#*_•-]{0,12}';
const BRACKETED = new RegExp(`^${MARKS}[[(<]\\s{0,3}${TIMES}\\s{0,3}[\\])>]\\s{0,3}(?:[-–—|:](?=\\s))?`, 'u');
const DASHED = new RegExp(`^${MARKS}${TIMES}\\s{0,3}[-–—|](?=\\s)`, 'u');
const BARE = new RegExp(`^${MARKS}${TIMES}\\s+`, 'u');
const LABEL = new RegExp(`^${MARKS}(\\p{L}[^:：*_]{0,59}?)\\s{0,3}(?:[[(]?${TIMES}[)\\]]?)?[*_]{0,3}[:：][*_]{0,3}`, 'u');
/** A label stands within so many characters. */
const HEAD = 140;

interface Stamp {
  readonly start: number | null;
  readonly end: number | null;
  readonly rest: string;
}

/** 1:02:03, 02:03 or 02:03.500 in milliseconds. */
const milliseconds = (clock: string | undefined): number | null =>
  clock === undefined
    ? null
    : Math.round(
        clock
          .replace(',', '.')
          .split(':')
          .reduce((total, part) => total * 60 + Number(part), 0) * 1_000,
      );

function stamped(line: string, pattern: RegExp): Stamp | null {
  const found = pattern.exec(line.slice(0, HEAD));
  return found && { start: milliseconds(found[1]), end: milliseconds(found[2]), rest: line.slice(found[0].length).trim() };
}

function labelled(
  line: string,
): { readonly label: Label; readonly start: number | null; readonly end: number | null; readonly said: string } | null {
  const found = LABEL.exec(line.slice(0, HEAD));
  const label = found && labelOf((found[1] ?? '').trim());
  if (!label) return null;
  const rest = line.slice(found[0].length);
  // "Rep:Hello" is hasty, "http://" and "Foo:bar" are no speakers.
  const isApart = /^\s|^$/.test(rest) || found[0].includes('：') || (label.part !== null && !rest.startsWith('/'));
  return isApart ? { label, start: milliseconds(found[2]), end: milliseconds(found[3]), said: rest.trim() } : null;
}

/** Reads a line: `Rep: …`, `[00:12] Dana Whitfield: …`, `00:12 - **Customer:** …`, `Dana (01:10): …` or words alone. */
export function readLine(written: string): Line {
  const line = written.trim();
  const stamp = stamped(line, BRACKETED) ?? stamped(line, DASHED);
  const hinted = stamp ?? stamped(line, BARE);
  const found = labelled(hinted?.rest ?? line);
  if (found)
    return {
      label: found.label,
      start: hinted?.start ?? found.start,
      end: hinted?.end ?? found.end,
      said: found.said,
      whole: hinted?.rest ?? line,
    };
  // "10:30 works for me" is no time of the call; "[10:30] Works for me" is.
  const words = stamp?.rest ?? line;
  return { label: null, start: stamp?.start ?? null, end: stamp?.end ?? null, said: words, whole: words };
}
