import type { CallType, Priority, Sentiment } from '#contract/call.ts';
import type { Money } from '#contract/money.ts';
import { callTypeOf } from '#domain/conversation/call-type.ts';
import type { Intent } from '#server/language/classifiers/labels.ts';
import { intentsOf } from '#server/language/intents.ts';
import { urgencyOf } from '#server/language/urgency.ts';
import { createYield } from '#server/yield-to-event-loop.ts';
import type { CallAnalysis, CallRecord } from '../../port.ts';
import { type CallSentence, type CallText, readCallText, scoreOf } from './call-text.ts';
import { dealValueOf } from './deal-value.ts';
import { momentsOf } from './moments.ts';
import { type People, stepsOf } from './next-steps.ts';
import { outcomeOf } from './outcome.ts';
import { reasonOf, subjectOf, summaryOf, titleOf } from './summarize.ts';
import { tagsOf, topicsOf } from './topics.ts';

/** Sales or support, by what is spoken of. */
const typeOf = ({ sentences, turns }: CallText): CallType =>
  callTypeOf(
    sentences,
    sentences.filter(({ position }) => position < 0.2).length,
    turns.map(({ name }) => name),
  );

/** In a long call a few warm or cross words say nothing; in a short one they say all there is. */
const LONG_CALL = 12;
const ENOUGH = 4;

/** How the customer felt: what they said, the last third twice, where enough is felt to say so. */
function feelingOf({ customer }: CallText, type: CallType): { readonly sentiment: Sentiment; readonly lowest: number } {
  const felt = customer
    // Who buys describes what is wrong today; how they feel about the offer shows afterwards.
    .filter(({ position }) => type === 'support' || customer.length < LONG_CALL || position > 0.5)
    .map((sentences) => ({ score: scoreOf(sentences), weight: sentences.position > 0.66 ? 2 : 1 }))
    .filter(({ score }) => Math.abs(score) >= 0.2);
  const weights = felt.reduce((sum, { weight }) => sum + weight, 0);
  const score = weights === 0 ? 0 : felt.reduce((sum, each) => sum + each.score * each.weight, 0) / weights;
  const good = felt.filter((each) => each.score > 0).length;
  const bad = felt.length - good;
  const enough = customer.length < LONG_CALL ? 1 : ENOUGH;
  const isSure = bad >= (type === 'sales' ? Math.max(2, enough) : enough);
  const sentiment = isSure && score <= -0.05 ? 'negative' : good >= enough && score >= 0.1 ? 'positive' : 'neutral';
  return { sentiment, lowest: Math.min(0, ...felt.map((each) => each.score)) };
}

/** What an unhappy customer says who is about to leave. */
const LEAVING: readonly Intent[] = ['cancellation', 'complaint', 'refund'];
const NEAR = /\b(?:sign|go ahead|board|decid\w+|contract|this week|by friday|by the end)\b/i;
const IDLE =
  /\b(?:just (?:browsing|looking|curious)|no rush|not (?:right )?now|maybe (?:next year|some day|later)|don't need anything|not interested|take (?:us|me) off)\b/i;

const LARGE = 15_000;

const isLeaving = ({ text }: CallSentence) => intentsOf(text).some((intent) => LEAVING.includes(intent));

/** Characters that are enough to say what a customer calls about. */
const WORDS_READ = 2_000;
const customerWords = ({ customer }: CallText) =>
  customer
    .map(({ text }) => text)
    .join(' ')
    .slice(0, WORDS_READ);

const peopleIn = ({ turns }: CallText): People =>
  new Map(turns.flatMap(({ name, speaker }) => (name === null ? [] : [[(name.split(' ')[0] ?? name).toLowerCase(), speaker] as const])));

/** How urgent a call is, by the first rule that fits. */
const RULES: readonly (readonly [
  Priority,
  (call: CallText, facts: { sentiment: Sentiment; lowest: number; worth: Money | null }) => boolean,
])[] = [
  ['high', ({ customer }, { lowest }) => lowest <= -0.3 && customer.some((each) => scoreOf(each) <= -0.3 && isLeaving(each))],
  ['high', (call, { sentiment }) => sentiment === 'negative' && typeOf(call) === 'support'],
  ['high', (call) => typeOf(call) === 'support' && urgencyOf(customerWords(call)) === 'high'],
  [
    'high',
    ({ sentences }, { worth, sentiment }) =>
      sentiment === 'positive' && Number(worth ?? 0) >= LARGE && sentences.some(({ text }) => NEAR.test(text)),
  ],
  ['low', ({ customer }, { worth }) => worth === null && customer.some(({ text }) => IDLE.test(text))],
  ['low', ({ sentences }) => sentences.length < 3],
];

const priorityOf = (call: CallText, facts: { sentiment: Sentiment; lowest: number; worth: Money | null }): Priority =>
  RULES.find(([, fits]) => fits(call, facts))?.[0] ?? 'medium';

/**
 * Says what a call was about by rules alone: the same call is always told the same way. A long one takes some hundred milliseconds;
 * whatever else the server does goes on in between.
 */
export async function analyzeCall({ content, dialogue, countOtherCalls }: CallRecord): Promise<CallAnalysis> {
  const yieldNow = createYield();
  const call = readCallText(content, dialogue);
  await yieldNow();
  for (const each of call.customer) {
    scoreOf(each);
    await yieldNow();
  }
  const type = typeOf(call);
  const { sentiment: felt, lowest } = feelingOf(call, type);
  const outcome = outcomeOf(call, type === 'support');
  // Trouble that is over leaves nobody unhappy.
  const sentiment = felt === 'negative' && outcome?.kind === 'resolved' ? 'neutral' : felt;
  await yieldNow();
  const topics = await topicsOf(call, countOtherCalls);
  await yieldNow();
  const reason = reasonOf(call, type);
  const worth = type === 'sales' ? dealValueOf(call.sentences) : null;
  await yieldNow();
  const nextSteps = stepsOf(call.sentences, peopleIn(call));
  await yieldNow();
  const keyMoments = momentsOf(call.sentences);
  await yieldNow();
  const subject = subjectOf(call, reason);
  return {
    title: titleOf(call, { type, subject, reason, topics, steps: nextSteps }),
    summary: summaryOf(call, { type, subject, topics, reason, outcome, steps: nextSteps }),
    type,
    sentiment,
    tags: tagsOf(call, topics, type),
    callValue: worth,
    priority: priorityOf(call, { sentiment, lowest, worth }),
    keyMoments,
    nextSteps,
    engine: 'offline',
    tokens: null,
  };
}
