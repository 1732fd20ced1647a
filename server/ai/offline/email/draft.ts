import { problemsIn } from '#contract/email-template.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';
import type { EmailBrief, EmailDraft } from '../../port.ts';
import { FRAMES, PHRASES } from './tones.ts';

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
const plainNotes = (notes: string): string =>
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
function purposeSentence(purpose: string, { purposeLead, aboutLead }: Leads): string {
  const notes = toThem(withoutStop(plainNotes(purpose))).replace(
    /^(?:to|please|i want to|we want to|i would like to|we would like to) /i,
    '',
  );
  if (notes === '') return '';
  if (VERBS.test(notes)) return `${purposeLead} ${lowered(notes)}.`;
  return SENTENCE.test(notes) ? `${capitalised(notes)}.` : `${aboutLead} ${lowered(notes)}.`;
}

/** What the colleague knows, as sentences to the customer; pieces that are no sentences go after a lead. */
function contextSentences(context: string): string {
  const pieces = sentencesOf(plainNotes(context)).flatMap((sentence) => withoutStop(sentence).split(/;\s+/));
  const sentences = pieces
    .filter((piece) => !FOR_US_ONLY.test(piece))
    .map(toThem)
    .map((piece) => (SENTENCE.test(piece) ? `${capitalised(piece)}.` : `For your information: ${lowered(piece)}.`));
  return sentences.slice(0, 4).join(' ');
}

const SUBJECT = 80;
/** Words a fact must share with what the email is about before it is told. */
const SHARED = 2;
const FACT_LENGTH = 220;
/** Characters of an item that are looked through for a fact. */
const CONTENT_READ = 20_000;
/** Prices change and comparisons want care: neither goes into a template by itself. */
const UNSAFE = /[{}<>$€£]|\b(?:than|competitor|versus|vs)\b/i;

/** One sentence of what we know that fits what the email is about; none where nothing does. */
function fittingFact(about: string, knowledge: readonly Knowledge[]): string | null {
  const sought = new Set(termsOf(about));
  if (sought.size < SHARED) return null;
  const shared = (sentence: string) => new Set(termsOf(sentence).filter((term) => sought.has(term))).size;
  const facts = knowledge
    .filter(({ category }) => category === 'knowledge')
    .flatMap(({ content }) => sentencesOf(content.slice(0, CONTENT_READ)))
    .filter((sentence) => sentence.length <= FACT_LENGTH && /^\p{Lu}.*[.!]$/u.test(sentence) && !UNSAFE.test(sentence));
  const best = facts.map((sentence) => ({ sentence, fits: shared(sentence) })).toSorted((a, b) => b.fits - a.fits)[0];
  return best && best.fits >= SHARED ? best.sentence : null;
}

/** The subject: what the email is for where that is short enough, else what emails of this kind are called. */
function subjectFor(purpose: string, standard: string): string {
  const short = plainNotes(purpose)
    .replace(/^to /i, '')
    .replace(/(?<![\s.!;,:])[\s.!;,:]+$/, '');
  return short !== '' && short.length <= SUBJECT - 20 ? capitalised(short) : standard;
}

/** Writes an email template from phrases of the wanted voice, the colleague's notes and what fits of our knowledge. */
export function draftEmail({ type, tone, purpose, context, knowledge }: EmailBrief): EmailDraft {
  const phrases = PHRASES[type][tone];
  const frame = FRAMES[tone];
  const notes = [purpose ? purposeSentence(clip(purpose, 300), frame) : '', context ? contextSentences(clip(context, 600)) : ''];
  const fact = fittingFact(`${purpose ?? ''} ${context ?? ''}`, knowledge);
  const opening = [phrases.opening, ...notes].filter((part) => part !== '').join(' ');
  const body = [frame.greeting, opening, ...(fact ? [fact] : []), ...phrases.body, phrases.ask, `${frame.closing}\n{{company_name}}`].join(
    '\n\n',
  );
  const subject = clip(subjectFor(purpose ?? '', phrases.subject), SUBJECT);
  // Whatever was typed, nothing in it may be taken for a variable.
  const safe = (text: string) => (problemsIn(text).length === 0 ? text : text.replace(/\{\{|\}\}/g, ''));
  return { subject: safe(subject), body: safe(body), engine: 'offline', tokens: null };
}
