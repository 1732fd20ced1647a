import type { Speaker } from '#contract/call.ts';
import { type LabelledLine, labelledLine, roleOf } from './labels.ts';

/** What one speaker says until another does. */
export interface Turn {
  /** Its place in the dialogue, from 0. */
  readonly index: number;
  readonly speaker: Speaker;
  /** Who speaks, as the transcript writes it; null where it only says the part they play, or nothing. */
  readonly name: string | null;
  readonly text: string;
  /** Milliseconds from the beginning of the call, where they are known. */
  readonly start: number | null;
  readonly end: number | null;
}

export interface DialogueOptions {
  /** Names of people who speak for us. */
  readonly reps?: readonly string[];
}

interface Line {
  readonly text: string;
  readonly labelled: LabelledLine | null;
}

/**
 * The turns of a transcript. A line that begins with a speaker's label begins a turn, the lines below it go on with it.
 * A name counts as a label only where the text is a dialogue: where at least two lines have labels. Without labels each
 * line is a turn of nobody.
 */
export function readDialogue(text: string, { reps = [] }: DialogueOptions = {}): Turn[] {
  const lines = text.split(/\r\n?|\n/).map((line): Line => ({ text: line.trim(), labelled: speakerLine(line) }));
  const labelled = lines.filter((line) => line.labelled).length;
  const isDialogue = labelled > 1 || lines.some(({ labelled: line }) => line && roleOf(line.label) !== 'named');
  const drafts = isDialogue ? spoken(lines) : lines.map((line) => ({ label: null, at: null, texts: [line.text] }));
  const parts = playedBy(drafts, reps);
  return drafts
    .map(({ label, at, texts }) => ({ label, at, text: texts.join('\n').trim() }))
    .filter(({ text: words }) => words !== '')
    .map(({ label, at, text: words }, index, all) => ({
      index,
      speaker: label === null ? null : (parts.get(label.toLowerCase()) ?? null),
      name: label !== null && roleOf(label) === 'named' ? label : null,
      text: words,
      start: at,
      end: at === null ? null : (all[index + 1]?.at ?? null),
    }));
}

function speakerLine(line: string): LabelledLine | null {
  const labelled = labelledLine(line);
  return labelled && roleOf(labelled.label) !== 'none' ? labelled : null;
}

interface Draft {
  readonly label: string | null;
  readonly at: number | null;
  readonly texts: string[];
}

function spoken(lines: readonly Line[]): Draft[] {
  const drafts: Draft[] = [];
  for (const { text, labelled } of lines) {
    const last = drafts.at(-1);
    if (labelled) drafts.push({ label: labelled.label, at: labelled.at, texts: [labelled.rest.trim()] });
    else if (last) last.texts.push(text);
    else drafts.push({ label: null, at: null, texts: [text] });
  }
  return drafts;
}

const GREETS_FOR_US =
  /\b(?:thank(?:s| you) for (?:calling|taking)|how (?:can|may) I help|(?:this is|it's|I'm|my name is) \p{L}+ (?:from|at|with)\b|calling (?:from|on behalf of))/iu;

/**
 * Who plays which part, by label. Labels that say it are believed; of two names, the one that is ours, or that greets
 * as a company does, is the rep and the other the customer. Where nothing tells, nobody is made up.
 */
function playedBy(drafts: readonly Draft[], reps: readonly string[]): ReadonlyMap<string, Speaker> {
  const parts = new Map<string, Speaker>();
  const named = new Set<string>();
  for (const { label } of drafts) {
    if (label === null) continue;
    const role = roleOf(label);
    if (role === 'rep' || role === 'customer') parts.set(label.toLowerCase(), role);
    else named.add(label.toLowerCase());
  }
  const ours = reps.map((name) => name.toLowerCase());
  const rep =
    [...named].find((name) => ours.some((full) => full === name || full.split(' ')[0] === name)) ??
    drafts
      .find(({ label, texts }) => label !== null && named.has(label.toLowerCase()) && GREETS_FOR_US.test(texts.join(' ')))
      ?.label?.toLowerCase();
  const known = new Set(parts.values());
  for (const name of named) {
    if (known.has('rep') !== known.has('customer')) parts.set(name, known.has('rep') ? 'customer' : 'rep');
    else if (rep !== undefined && !known.has('rep')) parts.set(name, name === rep ? 'rep' : 'customer');
    else parts.set(name, null);
  }
  return parts;
}
