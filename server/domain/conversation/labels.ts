import type { Speaker } from '#contract/call.ts';

const REP =
  /^(?:rep|agent|me|sales|support|seller|advisor|adviser|operator|representative|(?:sales|support|service) (?:rep|agent|person)|salesperson)$/i;
const CUSTOMER = /^(?:customer|client|caller|prospect|lead|buyer|guest|user)$/i;
const NUMBERED = /^(?:speaker|voice|participant) \d{1,2}$/i;
// Ada, J. Park, Dana van der Berg, Siobhan O'Neill-Ward.
const NAME = /^\p{Lu}[\p{L}'’-]*\.?(?: (?:van|von|de|der|den|da|di|la|al|bin|\p{Lu}[\p{L}'’-]*\.?)){0,3}$/u;

// Capitalised words that open a line of notes, not of a dialogue.
const HEADINGS =
  /^(?:note|notes|price|prices|total|subject|re|fwd|fw|date|time|phone|tel|email|e-mail|address|question|questions|answer|answers|summary|action|actions|next|next steps?|order|invoice|quote|step|steps|todo|to do|ps|p\.s\.|attention|warning|update|result|results|topic|topics|agenda|duration|call|transcript|transcription|http|https|ftp|www|name|company|budget|deadline|status|priority|type|tags|title|outcome|remember|important|reminder|example|first|second|third|finally|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/i;

const TIME = String.raw`[[(]?((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?`;
const LINE = new RegExp(
  String.raw`^[\s>*_-]{0,6}(?:${TIME}\s*[-–—|]?\s*)?[*_]{0,2}([\p{L}][^:\n\t*_[\](){}<>"]{0,40}?)\s*(?:${TIME})?[*_]{0,2}\s*:[*_]{0,2}(?:\s+|$)(.*)$`,
  'u',
);

/** A line that may begin a turn. */
export interface LabelledLine {
  readonly label: string;
  /** Milliseconds from the beginning of the call, where the line says so. */
  readonly at: number | null;
  readonly rest: string;
}

/** Reads `Rep: …`, `[00:12] Dana Whitfield: …` or `**Customer:** …`; null for a line without a label. */
export function labelledLine(line: string): LabelledLine | null {
  const found = LINE.exec(line);
  if (!found) return null;
  const [, before, label = '', after, rest = ''] = found;
  const at = before ?? after;
  return { label: label.trim(), at: at === undefined ? null : milliseconds(at), rest };
}

/** 1:02:03, 02:03 or 02:03.500. */
function milliseconds(time: string): number {
  const parts = time.replace(',', '.').split(':').map(Number);
  return Math.round(parts.reduce((total, part) => total * 60 + part, 0) * 1_000);
}

/** What a label tells of the speaker: the part they play, a name of their own, or nothing, since it is no speaker's label. */
export function roleOf(label: string): Speaker | 'named' | 'none' {
  if (REP.test(label)) return 'rep';
  if (CUSTOMER.test(label)) return 'customer';
  if (HEADINGS.test(label)) return 'none';
  return NUMBERED.test(label) || NAME.test(label) ? 'named' : 'none';
}
