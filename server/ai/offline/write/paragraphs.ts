import { capitalised } from '#server/language/plain-text.ts';
import { termsOf } from '#server/language/words.ts';
import type { Answer } from '../match/answer.ts';
import { nothingFor } from '../match/answer.ts';
import type { Reading } from '../read/message.ts';
import { extractRequest } from './extract-request.ts';
import { inFewWords, isOwnCase, placeholderFor, SUBJECTS } from './placeholders.ts';
import { quotable, swapPronouns } from './swap-pronouns.ts';
import { topicOf } from './topic.ts';

/** One ask, dealt with. */
export interface Paragraph {
  readonly text: string;
  /** The brackets a person has to fill. */
  readonly open: readonly string[];
  /** It began with "You asked …". */
  readonly led: boolean;
}

/** Where an ask stands in the message and in the reply. */
export interface Placed {
  /** How many paragraphs before it began with "You asked …". */
  readonly at: number;
  readonly several: boolean;
  readonly names: readonly string[];
  /** The sentence the ask was found in. */
  readonly around: string;
}

const ASKED = ['You asked', 'You also asked', 'You wanted to know'] as const;
const ON = ['On', 'As for', 'Regarding'] as const;

/** The words that say which of several asks comes now. */
function leadIn({ kind, text }: Answer['ask'], at: number): string {
  if (kind === 'question') {
    const { phrase, form } = topicOf(text);
    if (form === 'thing') return `${ON[at % ON.length]} ${phrase}: `;
    if (form === 'clause') return `${ASKED[at % ASKED.length]} ${phrase}. `;
    return `${ASKED[at === 0 ? 0 : 1]}: ${phrase.replace(/"$/, '?"')} `;
  }
  const wish = kind === 'request' ? extractRequest(text) : null;
  return wish ? `You ${at === 0 ? 'would' : 'would also'} like ${wish}. ` : '';
}

const numbered = (steps: readonly string[]) => steps.map((step, at) => `${at + 1}. ${capitalised(step)}`).join('\n');

function unanswered({ ask }: Answer, reading: Reading, { at, several, names, around }: Placed): Paragraph {
  const open = placeholderFor(ask, reading.mentions, names, around);
  const lead =
    several && ask.kind === 'question'
      ? leadIn(ask, at)
      : ask.intent
        ? `On ${SUBJECTS[ask.intent]}: `
        : several
          ? leadIn(ask, at)
          : 'Here is my answer: ';
  return { text: `${lead}${open}.`, open: [open], led: several && ask.kind === 'question' };
}

// An answer that names what was asked needs no "You asked …" before it.
function speaksForItself({ ask, sentences }: Answer): boolean {
  const said = new Set(termsOf(sentences[0] ?? ''));
  const asked = termsOf(ask.text);
  return asked.length > 0 && asked.filter((term) => said.has(term)).length >= asked.length * 0.6;
}

const USEFUL = 0.5;

/** What generally holds helps somebody with a problem of their own only when it is plainly about that problem. */
export const usefulPart = (answer: Answer, { mentions }: Reading): Answer =>
  answer.ask.kind === 'problem' && answer.coverage < USEFUL && isOwnCase(answer.ask, mentions) ? nothingFor(answer.ask) : answer;

function fromRecords(answer: Answer, reading: Reading, { names, around }: Placed): Paragraph {
  const { ask, sentences, steps } = answer;
  const open = placeholderFor(ask, reading.mentions, names, around);
  const reference = [...sentences, ...steps].slice(0, 2).join(' ');
  return {
    text: `On ${ask.intent ? SUBJECTS[ask.intent] : 'this'}: ${open}.${reference === '' ? '' : ` For reference: ${reference}`}`,
    open: [open],
    led: false,
  };
}

// An answer to half of a question is given, and the other half left to a person.
const MOST_OF_IT = 0.6;

const toConfirm = ({ ask, coverage, unconfirmed }: Answer) =>
  unconfirmed.length > 0
    ? [`[confirm that this also holds for ${unconfirmed.join(' and ')}]`]
    : ask.kind === 'question' && coverage < MOST_OF_IT
      ? [`[confirm ${inFewWords(ask)}]`]
      : [];

/** Says what the training data answers, in its words; what it does not, as a bracket for a person. */
export function paragraphFor(answer: Answer, reading: Reading, placed: Placed): Paragraph {
  const { ask, sentences, steps, notes } = answer;
  if (sentences.length === 0 && steps.length === 0) return unanswered(answer, reading, placed);
  if (isOwnCase(ask, reading.mentions)) return fromRecords(answer, reading, placed);

  const check = toConfirm(answer);
  const lead = placed.several && !speaksForItself(answer) ? leadIn(ask, placed.at) : '';
  const led = lead !== '';
  const body = [...sentences, ...check.map((one) => `${one}.`)].join(' ');
  if (steps.length === 0) return { text: `${lead}${body}`, open: check, led };
  const intro = ask.kind === 'problem' ? 'Please try this first:' : led ? 'Here is how:' : 'Here is how to do it:';
  return {
    text: [[lead.trim(), body, intro].filter(Boolean).join(' '), numbered(steps), ...(notes.length > 0 ? [notes.join(' ')] : [])].join(
      '\n',
    ),
    open: check,
    led,
  };
}

/** Asks beyond what a readable mail can hold, named so that nobody forgets them. */
export function remainder(answers: readonly Answer[]): Paragraph {
  const named = answers.slice(0, 3).map(({ ask }) => `"${quotable(swapPronouns(ask.text), 60)}"`);
  const open = `[answer the other ${answers.length} questions, starting with ${named.join('; ')}]`;
  return { text: `You asked about more than I can fit here, and I do not want to lose any of it: ${open}.`, open: [open], led: false };
}
