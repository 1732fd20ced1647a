import type { Speaker } from '#contract/call.ts';
import { createTranscript, type Label, type TranscriptChunk } from './transcript-lines.ts';

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

export interface DialogueOptions {
  /** Names of people who speak for us: "Dana Whitfield" is also meant by "Dana". */
  readonly reps?: readonly string[];
}

/** Who takes part in a call, by the key of their label, and the part they play where that is known. Labels that are left out are no speakers. */
type Speakers = ReadonlyMap<string, Speaker>;

/** So much of a call is enough to tell who called whom. */
const OPENING_PIECES = 12;
const OPENING_CHARACTERS = 400;

const HOST =
  /\b(?:thank(?:s| you) for (?:calling|holding)|how (?:can|may|could) (?:i|we) (?:help|assist)|what can (?:i|we) do for you|you(?:'ve| have) reached)\b/i;
const DESK = /^.{0,60}\b(?:support|sales|service|help ?desk|reception|hotline)\b.{0,40}\b(?:speaking|here|this is)\b/i;
const INTRODUCED =
  /(?:\b(?:[Tt]his is|[Ii]t's|[Ii]t is|I'm|I am|[Mm]y name is|[Mm]y name's) |^|[,.!?] )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?,? (?:here )?(?:from|at|with|of) \p{Lu}|\bcalling (?:from|on behalf of) /u;
const ANSWERED = /^(?:[Gg]ood (?:morning|afternoon|evening)[,.]? )?(?:\p{L}[\p{L}'&-]*,? ){0,4}\p{Lu}[\p{L}'-]+ (?:speaking|here)\b/u;

type Labelled = TranscriptChunk & { readonly label: Label };

/** The labels that are speakers: all sure ones, and likely ones that return or that answer somebody. */
function speakers(pieces: readonly TranscriptChunk[]): readonly Labelled[] {
  const labelled = pieces.filter((piece): piece is Labelled => piece.label !== null);
  const lines = new Map<string, number>();
  for (const { label } of labelled) lines.set(label.key, (lines.get(label.key) ?? 0) + 1);
  const parts = new Set(labelled.map(({ label }) => label.part).filter((part) => part !== null));
  // A talk needs two; where both parts are named, a lone "Heron:" is more likely a product than a third person.
  const isTalk = lines.size > 1 && parts.size < 2;
  return labelled.filter(({ label }) => label.certainty === 'sure' || isTalk || (lines.get(label.key) ?? 0) > 1);
}

const meant = (name: string, key: string): boolean => {
  const full = name.trim().toLowerCase().split(/\s+/).join(' ');
  return full === key || full.split(' ')[0] === key || full === key.split(' ')[0];
};

/** Of people known by name only, the one who speaks for the company; null where nothing tells. */
function repOf(pieces: readonly Labelled[]): string | null {
  const opening = pieces
    .slice(0, OPENING_PIECES)
    .map(({ label, said }) => ({ key: label.key, said: said.slice(0, OPENING_CHARACTERS).replace(/[’ʼ]/g, "'") }));
  const only = (sign: RegExp, among = opening) => {
    const [key, other] = new Set(among.filter(({ said }) => sign.test(said)).map((piece) => piece.key));
    return other === undefined ? (key ?? null) : null;
  };
  const host = only(HOST) ?? only(DESK, opening.slice(0, 1));
  const introduced = only(INTRODUCED);
  const answered = only(ANSWERED, opening.slice(0, 1));
  // Whoever answers with their name may be called by us, or may be us: a caller who says a company leaves it open.
  return host ?? (introduced === null || answered === null || introduced === answered ? (introduced ?? answered) : null);
}

/**
 * Who plays which part. In this order: a label that says so is believed; who is one of ours is a rep; where one part is
 * labelled, people with names play the other; the only one who thanks for the call or offers help, or who answers for a
 * support or sales desk, is the rep; then the only one who says for which company they call, or whoever answers the
 * phone with their name. Once a rep is known all others are customers. Where nothing tells, or two signs
 * tell different things, nobody is made up.
 */
function identifySpeakers(pieces: readonly TranscriptChunk[], { reps = [] }: DialogueOptions): Speakers {
  const all = speakers(pieces);
  const cast = new Map<string, Speaker>(all.map(({ label }) => [label.key, null]));
  for (const { label } of all) if (label.part !== null) cast.set(label.key, label.part);
  const people = all.filter(({ label }) => label.isPerson && cast.get(label.key) === null);
  if (people.length === 0) return cast;

  const parts = new Set(cast.values());
  const keys = new Set(people.map(({ label }) => label.key));
  const ours = [...keys].filter((key) => reps.some((name) => meant(name, key)));
  const isRepLabelled = parts.has('rep');
  if (isRepLabelled && parts.has('customer')) for (const key of ours) cast.set(key, 'rep');
  else if (isRepLabelled || ours.length > 0) for (const key of keys) cast.set(key, ours.includes(key) ? 'rep' : 'customer');
  else if (parts.has('customer')) for (const key of keys) cast.set(key, 'rep');
  else {
    const rep = repOf(people);
    for (const key of keys) cast.set(key, rep === null ? null : sameSpeaker(key, rep) ? 'rep' : 'customer');
  }
  return cast;
}

/** "Dana" and "Dana Whitfield" are one person. */
const sameSpeaker = (one: string, other: string): boolean => one === other || one.split(' ')[0] === other || one === other.split(' ')[0];
