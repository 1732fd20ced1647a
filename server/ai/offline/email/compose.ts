import { capitalised } from '#server/language/plain-text.ts';
import { sentencesOf } from '#server/language/sentences.ts';

// A colleague's notes become sentences of the email: what begins with a verb goes on after "I am writing to", what is a
// sentence stays one, and what is only a few words is named as the subject.

const VERBS =
  /^(?:announce|answer|apologi[sz]e|arrange|ask|book|check|confirm|congratulate|explain|find|follow|get|give|help|inform|introduce|invite|keep|learn|let|make|offer|plan|present|propose|reach|remind|renew|reply|request|respond|say|schedule|see|send|set|share|show|sort|start|suggest|talk|tell|thank|touch|try|update|welcome|win|wish)\b/i;
const SENTENCE =
  /^(?:i|we|you|they|he|she|it|there|this|that|these|those|our|your|their|his|her|the|a|an|my|[\p{Lu}][\p{L}]+) .*\b(?:is|are|was|were|am|has|have|had|will|would|can|could|may|met|run|runs|leaks?|broke|want|wants|need|needs|like|likes|asked|said|bought|use|uses|moved|opened|ordered|called|spoke|talked|saw|plan|plans|work|works|know|knows)\b/iu;

// In an email to the customer "they" are "you". Only where nobody else can be meant: at the beginning of a sentence.
const ABOUT_THEM: readonly (readonly [RegExp, string])[] = [
  [/^they're\b/i, 'You are'],
  [/^they(?: are|'re)\b/i, 'You are'],
  [/^they were\b/i, 'You were'],
  [/^they have\b/i, 'You have'],
  [/^they\b/i, 'You'],
  [/^their\b/i, 'Your'],
  [/^(?:he|she) is\b/i, 'You are'],
];

// What a colleague notes about the customer's mood or what not to say is for the colleague.
const FOR_US_ONLY =
  /\b(?:angry|upset|annoyed|furious|rude|difficult|stingy|desperate|internal|confidential|do(?: not|n't) (?:mention|tell|say|promise)|don’t (?:mention|tell|say|promise)|between us)\b/i;

function toThem(piece: string): string {
  const [pattern, words] = ABOUT_THEM.find(([them]) => them.test(piece)) ?? [];
  return pattern && words ? piece.replace(pattern, words) : piece;
}

/** Notes without braces, markup and line breaks: nothing in them may look like a variable. */
export const plainNotes = (notes: string): string =>
  notes
    .replace(/<[^<>]{0,300}>/g, ' ')
    .replace(/[{}<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const withoutStop = (text: string): string => text.replace(/(?<![\s.!;,:])[\s.!;,:]+$/, '');
const lowered = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

interface Leads {
  /** Goes before a verb: "I am writing to". */
  readonly purposeLead: string;
  /** Goes before a few words that are no sentence. */
  readonly aboutLead: string;
}

/** What the email is for, as a sentence of it. */
export function purposeSentence(purpose: string, { purposeLead, aboutLead }: Leads): string {
  const notes = toThem(withoutStop(plainNotes(purpose))).replace(
    /^(?:to|please|i want to|we want to|i would like to|we would like to) /i,
    '',
  );
  if (notes === '') return '';
  if (VERBS.test(notes)) return `${purposeLead} ${lowered(notes)}.`;
  return SENTENCE.test(notes) ? `${capitalised(notes)}.` : `${aboutLead} ${lowered(notes)}.`;
}

/** What the colleague knows, as sentences to the customer; pieces that are no sentences go after a lead. */
export function contextSentences(context: string): string {
  const pieces = sentencesOf(plainNotes(context)).flatMap((sentence) => withoutStop(sentence).split(/;\s+/));
  const sentences = pieces
    .filter((piece) => !FOR_US_ONLY.test(piece))
    .map(toThem)
    .map((piece) => (SENTENCE.test(piece) ? `${capitalised(piece)}.` : `For your information: ${lowered(piece)}.`));
  return sentences.slice(0, 4).join(' ');
}
