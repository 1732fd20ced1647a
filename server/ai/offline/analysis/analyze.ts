import type { CallType, Priority, Sentiment } from '#contract/call.ts';
import type { Money } from '#contract/money.ts';
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

const SUPPORT =
  /\b(?:technician|repair\w*|fix(?:ed|es)?|leak\w*|broken?|fault\w*|error|not working|(?:doesn't|won't|can't) (?:work|start|turn|heat|connect|open)|reset|restart|unplug\w*|warranty|refund\w*|charged|invoice|descal\w*|clean\w*|stuck|locked|password|log ?in|troubleshoot\w*|complain\w*|spare part|manual|blink\w*|display shows|ticket|outage)\b/gi;
const SALES =
  /\b(?:quote|offer|proposal|price|pricing|discount|budget|demo|pilot|trial|rent|lease|contract|competitor\w*|interested|looking for|decision|board|branches|per month|a month|annual\w*|sign|reference|cold call|how many people|upgrade|plan|installation|next step|compare\w*|supplier|vendors?|roi|investment|rollout|implementation|go with|renewal|seats)\b/gi;
/** Labels of people whose work is to sell. */
const SELLER = /^(?:ae|[sb]dr|sales\b.*|account executive|seller|prospect|buyer)$/i;

const count = (sentences: readonly CallSentence[], cue: RegExp): number =>
  sentences.reduce((sum, { text }) => sum + (text.match(cue)?.length ?? 0), 0);

const SUPPORT_DESK = /\b(?:support|help ?desk|customer service|service desk)[\s,.]|\bhow (?:can|may) i help\b/i;

/** How a customer opens a call about something that went wrong, or about something to buy. */
const HELP_WANTED =
  /\b(?:(?:issues?|problems?|trouble|difficult(?:y|ies)) (?:with|in|logging|connecting|accessing|managing)|having (?:trouble|problems|issues)|experiencing|not working|(?:is|are|isn't|keeps?|goes|went|has been|have been|was|were) (?:\w+ ){0,3}(?:down|slow|out|crashing|dropping|failing|broken|working|terrible|unreliable|intermittent|losing)|keeps \w+ing|drops (?:\w+ )?every|spotty|need (?:help|assistance|to (?:configure|set up|reset|fix|change|restore|recover))|can't (?:log|access|connect|print|send|open)|error|charged|overcharged|my bill|locked out|(?:hasn't|haven't|never) (?:arrived|received|come)|(?:our|my|the) (?:\w+ )?bill\b|cancel(?:l?ing)? (?:our|my|the|a) (?:\w+ )?(?:service|account|subscription|contract|plan)|suspend|unusual activity|usage report|(?:update|change|reset) (?:our|my|the|a) |transfer (?:our|my) )/i;
const BUYING =
  /\b(?:looking (?:for|into|at|to (?:buy|upgrade|rent|replace))|interested in|a quote|price (?:for|of)|how much|like to (?:order|buy|rent|upgrade)|planning to (?:buy|expand|upgrade|open)|need (?:\d+|more|new|another|a new) )/i;
const OPENING_WEIGHT = 6;

/** Sales or support, by what is spoken of; the beginning of a call says most plainly why somebody calls. */
function typeOf({ sentences, turns }: CallText): CallType {
  if (turns.some(({ name }) => name !== null && SELLER.test(name))) return 'sales';
  const opening = sentences.filter(({ position }) => position < 0.2);
  const greeted = sentences.slice(0, 4).some(({ text, speaker }) => speaker !== 'customer' && SUPPORT_DESK.test(text)) ? 8 : 0;
  const first = sentences.filter(({ speaker }) => speaker === 'customer').slice(0, 4);
  const wantsHelp = first.some(({ text }) => HELP_WANTED.test(text)) ? OPENING_WEIGHT : 0;
  const buys = first.some(({ text }) => BUYING.test(text)) ? OPENING_WEIGHT : 0;
  const support = wantsHelp - buys + greeted + count(sentences, SUPPORT) + 2 * count(opening, SUPPORT);
  return support > count(sentences, SALES) + 2 * count(opening, SALES) ? 'support' : 'sales';
}

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
