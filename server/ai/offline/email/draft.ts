import { problemsIn } from '#contract/email-template.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';
import type { EmailBrief, EmailDraft, Knowledge } from '../../port.ts';
import { contextSentences, plainNotes, purposeSentence } from './compose.ts';
import { FRAMES, PHRASES } from './tones.ts';

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
