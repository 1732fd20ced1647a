import type { Speaker } from '#contract/call.ts';
import { assignRoles } from './roles.ts';
import { normalizeLayout } from './transcript-layouts.ts';

/** The speaker label of a line. */
export interface Label {
  /** The same for the same speaker, however it is written. */
  readonly key: string;
  /** The role that the label names; null for a name. */
  readonly part: Speaker;
  /** The person, as written; null where only a part is named. */
  readonly name: string | null;
  /** `likely` ones could be a heading as well; the rest of the call decides whether they are speakers. */
  readonly certainty: 'sure' | 'likely';
  /** Whether the name could be that of a person, who plays a part; "Speaker 1" could be anybody. */
  readonly isPerson: boolean;
}

const REP =
  /^(?:rep|agent|me|sales|support|seller|salesperson|salesman|saleswoman|representative|operator|advis[eo]r|consultant|[sb]dr|ae|se|csr|csm|account (?:executive|manager)|customer success manager|sales engineer|solutions? (?:engineer|consultant|architect)|help ?desk|(?:sales|support|service|care|customer service|customer support|tech(?:nical)?(?: support)?|call cent(?:er|re)) (?:rep|representative|agent|person|team|engineer|specialist|desk|advis[eo]r)|(?:customer|client|tech(?:nical)?) (?:service|support|success|care))$/i;
const CUSTOMER = /^(?:customer|client|caller|prospect|buyer|guest|user|lead)$/i;
/** Lines of the recording itself. */
const MACHINE = /^(?:system|recording|ivr|automated (?:voice|message))$/i;
const NUMBERED =
  /^(?:(?:unknown |unidentified )?speaker|unknown|unidentified|(?:speaker|voice|participant|person)(?: ?#?\d{1,3}| #?[a-z]))$/i;
const COUNTED = / ?#?\d{1,2}$/;
const ASIDE = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/;

const PARTICLE = /^(?:van|von|de|der|den|del|della|da|di|do|dos|du|la|le|al|el|bin|ibn|ter|ten|y|e)$/;
const WORD = /^(?:\p{Lu}[\p{L}\p{M}'’-]{0,24}\.?|[\p{Lo}\p{M}\p{Lm}·]{1,20})$/u;
const CASED = /\p{Lu}/u;

const partOf = (written: string): Speaker => {
  const plain = written.replace(COUNTED, '');
  return REP.test(plain) ? 'rep' : CUSTOMER.test(plain) ? 'customer' : null;
};

const isName = (words: readonly string[]): boolean => {
  const own = words.filter((word) => !PARTICLE.test(word));
  return own.length >= 1 && own.length <= 4 && words.length <= 6 && !PARTICLE.test(words[0] ?? '') && own.every((word) => WORD.test(word));
};

function namedBy(written: string): Label | null {
  const words = written.split(/\s+/);
  if (!isName(words)) return null;
  const isHeading = (word: string) => HEADINGS.has(word.toLowerCase().replace(/\.$/, ''));
  if (words.every(isHeading)) return null;
  const isSure = words.length > 1 && CASED.test(written) && !words.some(isHeading);
  return { key: words.join(' ').toLowerCase(), part: null, name: written, certainty: isSure ? 'sure' : 'likely', isPerson: true };
}

/**
 * Parses the label before a line's colon. The names of roles are labels in any case; so are two to four capitalised
 * words and numbered voices. One capitalised word is likely one. Headings such as "Note" or "Total" are none.
 */
function labelOf(written: string): Label | null {
  const [, base = written, inBrackets = ''] = ASIDE.exec(written) ?? [];
  // "Prospect (Arjun – Security Lead)" names a person and what they do.
  const aside = inBrackets.split(/\s+[-–—|]\s+|,\s*/)[0] ?? '';
  const own = partOf(base);
  const part = own ?? partOf(aside);
  if (part !== null) {
    const name = own === null ? base : aside;
    const isNamed = name !== '' && isName(name.split(/\s+/));
    return { key: (isNamed ? name : base).toLowerCase(), part, name: isNamed ? name : null, certainty: 'sure', isPerson: true };
  }
  if (MACHINE.test(base)) return { key: base.toLowerCase(), part: null, name: base, certainty: 'sure', isPerson: false };
  if (NUMBERED.test(base)) return { key: base.toLowerCase(), part: null, name: base, certainty: 'sure', isPerson: false };
  return namedBy(base);
}

/** Words before a colon that are nobody's name: headings of notes, fields of a form, the openings of a sentence. */
const HEADINGS: ReadonlySet<string> = new Set(
  `note notes price prices pricing subject http https ftp www mailto total subtotal tax sum amount cost costs value re fw fwd cc bcc to from sent date time day
  phone telephone tel mobile fax email e-mail mail address name company account website site web url link links source id ref reference number no nr
  question questions answer answers faq summary overview introduction intro conclusion action actions item items next step steps todo task tasks
  agenda topic topics point points call calls transcript transcription recording duration length title tags tag type status priority stage result results outcome
  order orders invoice quote offer contract delivery shipping payment deadline due budget discount plan option options product products machine model size color colour
  quantity problem problems issue issues error solution solutions reason cause background context goal goals need needs objection objections decision feedback
  attention warning caution important reminder remember example examples hint tip tips update edit ps p.s attachment attachments key takeaway takeaways
  sentiment progression moment moments scenario vertical case outcome call participant participants attendee attendees location place meeting start end begin page part section chapter figure table list version
  first second third fourth fifth firstly secondly thirdly finally lastly one two three four five then now also but and so or because if when what why how who where which
  yes no okay ok well right sure look listen honestly actually anyway basically again still however therefore meanwhile thanks thank hi hello hey dear please sorry
  the this that these those it here there i you we he she they my your our his her their
  monday tuesday wednesday thursday friday saturday sunday january february march july august september october november december today tomorrow yesterday`.split(
    /\s+/,
  ),
);

/** A line of a transcript, without white space around it. */
interface Line {
  readonly label: Label | null;
  /** Milliseconds from the beginning of the call, if the line has a time. */
  readonly start: number | null;
  readonly end: number | null;
  /** What follows the label. */
  readonly content: string;
  /** The line without its time, for where the label turns out to be none. */
  readonly fullText: string;
}

const CLOCK = '(?:\\d{1,2}:)?\\d{1,3}:[0-5]\\d(?:[.,]\\d{1,3})?';
const TIMES = `(${CLOCK})(?:\\s{0,3}(?:-->|->|to|[-–—])\\s{0,3}(${CLOCK}))?`;
const MARKS = '[\\s>#*_•-]{0,12}';
const BRACKETED = new RegExp(`^${MARKS}[[(<]\\s{0,3}${TIMES}\\s{0,3}[\\])>]\\s{0,3}(?:[-–—|:](?=\\s))?`, 'u');
const DASHED = new RegExp(`^${MARKS}${TIMES}\\s{0,3}[-–—|](?=\\s)`, 'u');
const BARE = new RegExp(`^${MARKS}${TIMES}\\s+`, 'u');
const LABEL = new RegExp(`^${MARKS}(\\p{L}[^:：*_]{0,59}?)\\s{0,3}(?:[[(]?${TIMES}[)\\]]?)?[*_]{0,3}[:：][*_]{0,3}`, 'u');
/** Maximum characters of a label. */
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
): { readonly label: Label; readonly start: number | null; readonly end: number | null; readonly content: string } | null {
  const found = LABEL.exec(line.slice(0, HEAD));
  const label = found && labelOf((found[1] ?? '').trim());
  if (!label) return null;
  const rest = line.slice(found[0].length);
  // "Rep:Hello" is hasty, "http://" and "Foo:bar" are no speakers.
  const isApart = /^\s|^$/.test(rest) || found[0].includes('：') || (label.part !== null && !rest.startsWith('/'));
  return isApart ? { label, start: milliseconds(found[2]), end: milliseconds(found[3]), content: rest.trim() } : null;
}

/** Reads a line: `Rep: …`, `[00:12] Dana Whitfield: …`, `00:12 - **Customer:** …`, `Dana (01:10): …` or words alone. */
function readLine(written: string): Line {
  const line = written.trim();
  const stamp = stamped(line, BRACKETED) ?? stamped(line, DASHED);
  const hinted = stamp ?? stamped(line, BARE);
  const found = labelled(hinted?.rest ?? line);
  if (found)
    return {
      label: found.label,
      start: hinted?.start ?? found.start,
      end: hinted?.end ?? found.end,
      content: found.content,
      fullText: hinted?.rest ?? line,
    };
  // "10:30 works for me" is no time of the call; "[10:30] Works for me" is.
  const words = stamp?.rest ?? line;
  return { label: null, start: stamp?.start ?? null, end: stamp?.end ?? null, content: words, fullText: words };
}

/** How many characters two texts have in common from the beginning. */
export function commonPrefixLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  const limit = Math.min(one.length, other.length);
  let at = 0;
  while (at < limit && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** A stretch of a transcript that may be a turn: a line with a label, and the lines without one below it. */
export interface TranscriptChunk {
  readonly label: Label | null;
  readonly start: number | null;
  readonly end: number | null;
  /** The text without the label. */
  readonly content: string;
  /** The same with the label, for where it turns out to be none. */
  readonly fullText: string;
  /** Where in the transcript it begins. */
  readonly offset: number;
}

const joined = (before: string, line: string): string => (before === '' ? line : `${before}\n${line}`);

function appendLine(chunks: TranscriptChunk[], line: Line, offset: number): void {
  const last = chunks.at(-1);
  if (line.label === null && line.content === '') return;
  if (line.label !== null || last === undefined) chunks.push({ ...line, offset });
  else chunks[chunks.length - 1] = { ...last, content: joined(last.content, line.content), fullText: joined(last.fullText, line.content) };
}

const LINE_END = /\r\n?|[\n\u2028\u2029]/g;

/** Adds the lines of `text` from an offset on to `pieces`; returns where the unfinished last line begins, which is left out. */
function appendLines(chunks: TranscriptChunk[], text: string, from: number): number {
  let start = from;
  LINE_END.lastIndex = from;
  for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
    appendLine(chunks, readLine(text.slice(start, end.index)), start);
    start = end.index + end[0].length;
  }
  return start;
}

/** Reads a transcript that grows: only lines that are new or changed are read again. */
export function createTranscript(): { read(text: string): readonly TranscriptChunk[] } {
  let chunks: TranscriptChunk[] = [];
  // The part of the transcript that `pieces` contains: complete lines.
  let consumed = '';

  return {
    read(text) {
      const shared = commonPrefixLength(consumed, text);
      if (shared < consumed.length) {
        // The part that changed is read again, and so is everything after it.
        const lastUnchanged = chunks.findLastIndex(({ offset }) => offset <= shared);
        consumed = consumed.slice(0, chunks[lastUnchanged]?.offset ?? 0);
        chunks = chunks.slice(0, Math.max(0, lastUnchanged));
      }
      const rest = appendLines(chunks, text, consumed.length);
      consumed = text.slice(0, rest);
      const withRest = [...chunks];
      appendLine(withRest, readLine(text.slice(rest)), rest);
      return withRest;
    },
  };
}

/** A stretch of time in milliseconds from the beginning of the call. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text of one speaker until another speaks. */
export interface Turn {
  /** Its index in the call, from 0. */
  readonly index: number;
  /** Null if the role is unknown. */
  readonly speaker: Speaker;
  /** The speaker's name in the transcript; null if it has only a role, or nothing. */
  readonly name: string | null;
  readonly text: string;
  /** Milliseconds from the beginning of the call; null if unknown. */
  readonly start: number | null;
  readonly end: number | null;
  /** The exact times of the parts of a turn, if they are known: there may be pauses between them. */
  readonly spans?: readonly Span[];
}

/** The turns of a call, and how it is known who is who. */
export interface Dialogue {
  readonly turns: readonly Turn[];
  /** Whether the roles were inferred from how the people talk, not from labels or known names. */
  readonly rolesGuessed: boolean;
}

function dialogueOf(chunks: readonly TranscriptChunk[], options: DialogueOptions): { turns: Turn[]; rolesGuessed: boolean } {
  const { roles, guessed } = assignRoles(chunks, options);
  const drafts: Omit<Turn, 'index'>[] = [];
  for (const { label, start, end, content, fullText } of chunks) {
    const last = drafts.at(-1);
    if (label && roles.has(label.key)) drafts.push({ speaker: roles.get(label.key) ?? null, name: label.name, text: content, start, end });
    else if (last) drafts[drafts.length - 1] = { ...last, text: `${last.text}\n${fullText}` };
    else drafts.push({ speaker: null, name: null, text: fullText, start, end });
  }
  const turns = drafts
    .map((draft) => ({ ...draft, text: draft.text.trim() }))
    .filter(({ text }) => text !== '')
    .map((draft, index) => ({ index, ...draft }));
  return { turns, rolesGuessed: guessed };
}

/** Reads a transcript that grows; what was read before is not read again. */
export function createDialogue(options: DialogueOptions = {}): { read(transcript: string): Turn[] } {
  const transcript = createTranscript();
  return { read: (text) => dialogueOf(transcript.read(normalizeLayout(text)), options).turns };
}

/** The turns of a transcript in any known layout, and whether the roles of its speakers were guessed. */
export const describeDialogue = (text: string, options: DialogueOptions = {}): Dialogue =>
  dialogueOf(createTranscript().read(normalizeLayout(text)), options);

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

export interface DialogueOptions {
  /** Names of people who speak for us: "Dana Whitfield" is also meant by "Dana". */
  readonly reps?: readonly string[];
  /** Names of the people on the other side, as the caller knows them. */
  readonly customers?: readonly string[];
  /** Somebody said that it is the other way round. */
  readonly isSwapped?: boolean;
}
