import { type EmailTone, problemsIn } from '#contract/email-template.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';
import type { EmailBrief, EmailDraft } from '../../port.ts';
import { FRAMES, PHRASES } from './tones.ts';

// The purpose is what the email is for: it is said in a sentence of the wanted voice, as to the customer, where it is fit for that.
// The context is for whoever writes: it chooses what is said and is never said itself.

const VERBS =
  /^(?:announce|answer|apologi[sz]e|arrange|ask|book|check|confirm|congratulate|explain|find|follow|get|give|help|inform|introduce|invite|keep|learn|let|make|offer|plan|present|propose|reach|remind|renew|reply|request|respond|say|schedule|see|send|set|share|show|sort|start|suggest|talk|tell|thank|touch|try|update|welcome|wish)\b/i;
const SENTENCE =
  /^(?:i|we|you|there|this|that|these|those|our|your|the|a|an|my) .*\b(?:is|are|was|were|am|has|have|had|will|would|can|could|may|met|run|leaks?|broke|want|need|like|asked|said|bought|use|moved|opened|ordered|called|spoke|talked|saw|plan|work|know)\b/i;

/** Words colleagues use among themselves: a purpose that has one is not for the customer's eyes. */
const FOR_US_ONLY =
  /\b(?:prospects?|leads?|pipeline|up-?sell\w*|cross-?sell\w*|churn\w*|competit\w+|rivals?|deals?|commission|quota|margins?|budget|objections?|win \w{0,20} ?back|persuade|convince|pressure|angry|upset|annoyed|furious|unhappy|rude|difficult|stingy|desperate|internal|confidential|between us)\b/i;
/** Where a purpose goes over into directions to whoever writes: "follow up on the demo, mention the discount". */
const DIRECTION =
  /[,;:.!?]\s+(?:(?:and|but|then|also|please)\s+)*(?:avoid|be|do not|don['’]t|emphasi[sz]e|highlight|include|keep|make sure|mention|never|no|sound|stress|use|write)\b/i;

// Colleagues speak of the customer, the email to the customer: "they" and "you" take the same verbs.
const TO_THE_CUSTOMER: readonly (readonly [RegExp, string])[] = [
  [/\bthe (?:customer|client)(?:['’]s|s['’])/gi, 'your'],
  [/\b(?:the (?:customers?|clients?)|them|him)\b/gi, 'you'],
  [/\bthey\b/gi, 'you'],
  [/\b(?:their|his)\b/gi, 'your'],
];

/** Notes without braces, markup and line breaks: nothing in them may look like a variable. */
const plainNotes = (notes: string): string =>
  notes
    .replace(/<[^<>]{0,300}>/g, ' ')
    .replace(/[{}<>[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const withoutStop = (text: string): string => text.replace(/(?<![\s.!;,:])[\s.!;,:]+$/, '');
const lowered = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** Words of a purpose that still reads as the name of something. */
const TOPIC_WORDS = 6;
const TOPIC_LENGTH = 50;

interface Purpose {
  /** As a sentence of the email; empty where the purpose is not fit to be told. */
  readonly sentence: string;
  /** What it is about, for the subject: "our demo"; null where that is not clear. */
  readonly topic: string | null;
}

/** What a verb is about: "remind you of the appointment" is about "the appointment". */
function topicOf(action: string): string | null {
  const topic = action
    .replace(VERBS, '')
    .replace(/^(?: (?:up|in|out|back|by|again|together))?(?: you)?(?: (?:about|after|for|of|on|regarding|to|with))? /i, '');
  return /^(?:an?|my|new|our|the|this|your|\p{Lu}\p{L}*|\d+) /u.test(topic) && topic.length <= TOPIC_LENGTH ? topic : null;
}

function readPurpose(purpose: string, { purposeLead, aboutLead }: (typeof FRAMES)[EmailTone]): Purpose {
  const [first = ''] = sentencesOf(plainNotes(purpose));
  const said = withoutStop(first.slice(0, first.search(DIRECTION) + 1 || undefined));
  const notes = TO_THE_CUSTOMER.reduce((text, [theirs, yours]) => text.replace(theirs, yours), said)
    .replace(/^(?:(?:to|please|i want to|we want to|i would like to|we would like to) )+/i, '')
    .trim();
  if (notes === '' || FOR_US_ONLY.test(said)) return { sentence: '', topic: null };
  if (VERBS.test(notes)) return { sentence: `${purposeLead} ${lowered(notes)}.`, topic: topicOf(notes) };
  if (SENTENCE.test(notes)) return { sentence: `${capitalised(notes)}.`, topic: null };
  if (notes.split(' ').length > TOPIC_WORDS || notes.length > TOPIC_LENGTH) return { sentence: '', topic: null };
  return { sentence: `${aboutLead} ${lowered(notes)}.`, topic: lowered(notes) };
}

/** What a context asks of whoever writes. What it asks beyond that takes a model, or a colleague. */
interface Directions {
  readonly isShort: boolean;
  readonly asksForCall: boolean;
  readonly apologizes: boolean;
}

const NEGATED = /\b(?:not|never|no|avoid|without|cannot)\b|n['’]t\b/i;

function directionsIn(context: string): Directions {
  const wanted = sentencesOf(plainNotes(context))
    .flatMap((sentence) => sentence.split(/[;,]\s+/))
    .filter((direction) => !NEGATED.test(direction));
  const says = (pattern: RegExp) => wanted.some((direction) => pattern.test(direction));
  return {
    isShort: says(/\b(?:keep|make|write|be)\b.{0,30}\b(?:short|brief|concise)\b|^(?:short|brief|concise)\b/i),
    asksForCall: says(/\b(?:arrange|ask|book|invite|offer|propose|schedule|set up|suggest)\b.{0,60}\b(?:call|chat|demo|meeting|visit)\b/i),
    apologizes: says(/\b(?:angry|annoyed|apologi[sz]e|apology|complain\w*|disappointed|furious|say sorry|unhappy|upset)\b/i),
  };
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

/** Writes an email template from phrases of the wanted voice, what it is for, and what fits of our knowledge. */
export function draftEmail({ type, tone, purpose, context, knowledge }: EmailBrief): EmailDraft {
  const phrases = PHRASES[type][tone];
  const frame = FRAMES[tone];
  const { sentence, topic } = readPurpose(clip(purpose ?? '', 300), frame);
  const { isShort, asksForCall, apologizes } = directionsIn(context ?? '');
  const fact = fittingFact(`${purpose ?? ''} ${context ?? ''}`, knowledge);
  // An email about trouble says sorry by itself.
  const apology = apologizes && type !== 'support' ? frame.apology : '';
  const opening = [phrases.opening, apology, sentence].filter((part) => part !== '').join(' ');
  const main = isShort ? phrases.body.slice(0, 1) : phrases.body;
  const ask = asksForCall ? frame.callAsk : phrases.ask;
  const body = [frame.greeting, opening, ...(fact ? [fact] : []), ...main, ask, `${frame.closing}\n{{company_name}}`].join('\n\n');
  const subject = clip(topic === null ? phrases.subject : frame.subject(topic), SUBJECT);
  // Whatever was typed, nothing in it may be taken for a variable.
  const safe = (text: string) => (problemsIn(text).length === 0 ? text : text.replace(/\{\{|\}\}/g, ''));
  return { subject: safe(subject), body: safe(body), engine: 'offline', tokens: null };
}
