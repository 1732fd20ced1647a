import type { ReplyRequest } from '../../port.ts';
import { type Answer, benefitFrom } from '../match/answer.ts';
import type { Passage } from '../match/passages.ts';
import type { Reading } from '../read/message.ts';
import { followUp, openingFor, salesStep, supportStep } from './next-step.ts';
import { type Paragraph, paragraphFor, remainder, usefulPart } from './paragraphs.ts';
import { quotable } from './wording.ts';

/** A reply as paragraphs, and what it stands on. */
interface Draft {
  readonly paragraphs: readonly string[];
  /** The brackets a person still has to fill. */
  readonly open: readonly string[];
  /** How each ask was dealt with, in the customer's order. */
  readonly told: readonly Told[];
}

/** An ask dealt with: open when a person has to add something, untold when the mail had no room for its answer. */
export interface Told {
  readonly answer: Answer;
  readonly isOpen: boolean;
  readonly isTold: boolean;
}

/** An answer with the names its ask is about and the sentence it stands in. */
export interface Treated {
  readonly answer: Answer;
  readonly names: readonly string[];
  readonly around: string;
}

const MOST_ASKS = 6;

const salutation = ({ greeting, addressee }: Reading) =>
  addressee ? `${greeting} ${addressee},` : `${greeting === 'Dear' ? 'Hello' : greeting},`;

const farewell = ({ agent }: ReplyRequest) => ['Best regards,', agent.name.trim(), agent.company.trim()].filter(Boolean).join('\n');

const bracketsIn = (text: string) => text.match(/\[[^\]]+\]/g) ?? [];

// The message is answered by somebody who reads the language; until then it gets a courteous, honest acknowledgement.
function acknowledgement({ foreign, text, mentions }: Reading): string[] {
  const about = [...mentions.references, ...mentions.amounts].slice(0, 3).join(', ');
  const thanks = [foreign?.courtesy, `Thank you for your message${about ? ` about ${about}` : ''}.`].filter(Boolean).join(' ');
  return [
    thanks,
    `A colleague who reads ${foreign?.name ?? 'your language'} will answer in detail: [answer in ${foreign?.name ?? 'the customer’s language'}: "${quotable(text, 140)}"].`,
  ];
}

// A buyer in a fair mood hears one more good reason; somebody with a complaint does not.
function benefitFor(reading: Reading, told: readonly Told[], passages: readonly Passage[], said: string): string[] {
  const items = told.filter(({ answer, isTold }) => isTold && answer.ask.kind === 'question').flatMap(({ answer }) => answer.items);
  const benefit =
    reading.mood === 'neutral' || reading.mood === 'pleased' ? benefitFrom(passages, items, said, reading.mentions.names) : null;
  return benefit ? [`Also worth knowing: ${benefit}`] : [];
}

const saidBefore = (told: readonly Told[]) =>
  new Set(told.flatMap(({ answer }) => [...answer.sentences, ...answer.steps, ...answer.notes]));

/** Everything this answer says has been said for an earlier ask. */
function isCovered({ sentences, steps, unconfirmed }: Answer, told: readonly Told[]): boolean {
  const said = saidBefore(told);
  const all = [...sentences, ...steps];
  return all.length > 0 && unconfirmed.length === 0 && all.every((one) => said.has(one));
}

function withoutRepeats(answer: Answer, told: readonly Told[]): Answer {
  const said = saidBefore(told);
  const fresh = answer.sentences.filter((sentence) => !said.has(sentence));
  return fresh.length > 0 || answer.steps.length > 0 ? { ...answer, sentences: fresh } : answer;
}

function answers(
  request: ReplyRequest,
  reading: Reading,
  treated: readonly Treated[],
  passages: readonly Passage[],
): Pick<Draft, 'paragraphs' | 'told'> {
  const several = treated.length > 1;
  const paragraphs: Paragraph[] = [];
  const told: Told[] = [];
  for (const { answer: found, names, around } of treated) {
    const answer = usefulPart(found, reading);
    const isTold = told.length < MOST_ASKS;
    const at = paragraphs.filter(({ led }) => led).length;
    const paragraph = isTold ? paragraphFor(withoutRepeats(answer, told), reading, { at, several, names, around }) : null;
    if (paragraph && (paragraph.open.length > 0 || !isCovered(answer, told))) paragraphs.push(paragraph);
    told.push({ answer, isTold, isOpen: paragraph === null || paragraph.open.length > 0 });
  }
  const rest = treated.slice(MOST_ASKS).map(({ answer }) => answer);
  const situation = {
    reading,
    intent: reading.asks.map(({ intent }) => intent).find((intent) => intent !== null) ?? null,
    complete: told.every(({ isOpen }) => !isOpen),
    hasSteps: told.some(({ answer, isTold }) => isTold && answer.steps.length > 0),
    stage: request.lead?.stage ?? null,
    company: request.customer?.company ?? request.lead?.company ?? null,
  };
  const step = request.responseType === 'sales' ? salesStep(situation) : supportStep(situation);
  const all = rest.length > 0 ? [...paragraphs, remainder(rest)] : paragraphs;
  const texts = all.map(({ text }) => text);
  const benefit = request.responseType === 'sales' ? benefitFor(reading, told, passages, texts.join('\n')) : [];
  return { told, paragraphs: [openingFor(reading, request.responseType), ...texts, ...benefit, step] };
}

/** Writes the reply: greeting, what the customer told us, an answer to each ask in turn, the next step, the signature. */
export function compose(request: ReplyRequest, reading: Reading, treated: readonly Treated[], passages: readonly Passage[]): Draft {
  const { paragraphs, told } = reading.foreign
    ? { paragraphs: acknowledgement(reading), told: [] }
    : treated.length === 0
      ? { paragraphs: followUp(reading, request.responseType), told: [] }
      : answers(request, reading, treated, passages);
  return { paragraphs: [salutation(reading), ...paragraphs, farewell(request)], open: paragraphs.flatMap(bracketsIn), told };
}

const NOTHING_MATCHED = 0.3;
const EVERYTHING_ANSWERED = 0.9;
/** Nothing was asked, so nothing could be answered wrongly, but nothing stands on training data either. */
const NOTHING_ASKED = 0.5;
/** From this coverage on, an ask counts as fully matched. */
const FULL_COVERAGE = 0.7;

/** How one ask counts: by how much of it the training data covers, halved where a person still has to confirm something. */
const worth = ({ answer, isOpen, isTold }: Told) => (isTold ? Math.min(1, answer.coverage / FULL_COVERAGE) * (isOpen ? 0.5 : 1) : 0);

/**
 * How far a reply can be trusted: 0.3 when the training data answers nothing, 0.9 when it answers every ask in full, in proportion between.
 * A message that asks nothing scores 0.5; one in a language the engine does not answer in scores 0.3.
 */
export function confidenceIn(told: readonly Told[], isForeign: boolean): number {
  if (isForeign) return NOTHING_MATCHED;
  if (told.length === 0) return NOTHING_ASKED;
  const share = told.reduce((sum, one) => sum + worth(one), 0) / told.length;
  return Math.round((NOTHING_MATCHED + (EVERYTHING_ANSWERED - NOTHING_MATCHED) * share) * 100) / 100;
}
