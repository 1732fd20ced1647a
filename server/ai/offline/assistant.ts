import { setImmediate as breathe } from 'node:timers/promises';
import { COACHING_LIMITS } from '#contract/coaching.ts';
import { intentsOf } from '#server/language/intents.ts';
import { seeksOf } from '#server/language/questions.ts';
import type { Assistant, Attention, CoachingBrief, CoachingReport, Reply, ReplyRequest } from '../port.ts';
import { analyzeCall } from './analysis/analyze.ts';
import { draftEmail } from './email/draft.ts';
import { type Ask, isGratitude, type Reading, readMessage } from './read/message.ts';
import { composeReply, confidenceOf, keyPointsOf, PARAGRAPH_BREAK } from './reply/compose.ts';
import { asksOfAnswers, findAnswers } from './reply/find-answer.ts';

const NOTHING_FOUND = 'No number of these calls stands out. Keep going as you are, and look again after the next ones.';

/** Says what the rules found, in their own words: what to change first, or where nothing is to be changed, what to keep. */
function coach({ findings }: CoachingBrief): CoachingReport {
  const wanting = findings.filter(({ isPraise }) => !isPraise);
  const actions = (wanting.length > 0 ? wanting : findings).map(({ actionItem }) => actionItem);
  return {
    insights: findings.map(({ rule: _, value: __, isPraise: ___, ...advice }) => advice),
    recommendations: actions.length > 0 ? [...new Set(actions)].slice(0, COACHING_LIMITS.recommendations) : [NOTHING_FOUND],
    engine: 'offline',
    tokens: null,
  };
}

const askOf = (reading: Reading, text: string, kind: Ask['kind']): Ask => ({
  kind,
  text,
  intent: intentsOf(text)[0] ?? null,
  seeks: seeksOf(text),
  sentence: Math.max(0, reading.sentences.indexOf(text)),
  about: null,
});

/** Characters of a message that may as a whole be the title of an item, and how likely its item then is at least. */
const LONGEST_TITLE = 200;
const IS_TITLE = 0.97;

/** What the message asks, one after the other; where nothing is recognised as a question or a wish, each of its sentences may be one. */
function asksIn(reading: Reading, search: ReplyRequest['search']): { readonly asks: readonly Ask[]; readonly areCertain: boolean } {
  const whole = reading.sentences.join(' ');
  if (whole.length <= LONGEST_TITLE && (search(whole)[0]?.probability ?? 0) >= IS_TITLE)
    return { asks: [{ ...askOf(reading, whole, 'question'), seeks: reading.asks[0]?.seeks ?? seeksOf(whole) }], areCertain: true };
  if (reading.asks.length > 0) return { asks: reading.asks, areCertain: true };
  const asks = reading.sentences
    .filter((sentence) => !isGratitude(sentence))
    .slice(0, MOST_SENTENCES)
    .map((text) => askOf(reading, text, 'problem'));
  return { asks, areCertain: false };
}

/** Sentences of a message without a question that are looked up. */
const MOST_SENTENCES = 12;
/** Asks that are looked up; the reply names the rest. */
const MOST_ASKS = 12;

function draft(request: ReplyRequest): { readonly reply: Reply; readonly paragraphs: readonly string[] } {
  const reading = readMessage(request);
  const { asks, areCertain } = asksIn(reading, request.search);
  const found = reading.foreign ? [] : asks.slice(0, MOST_ASKS).flatMap((ask) => findAnswers(ask, { ...reading, asks }, request));
  // A sentence that asks for nothing needs no answer; one that the knowledge answers was a question after all.
  const answers = areCertain ? found : found.filter(({ item, own }) => item !== null || own !== null);
  const { paragraphs, gaps, sources } = composeReply(request, reading, answers);
  const cited = answers.flatMap(({ item, conflict }) => [...(item ? [item.id] : []), ...(conflict ? [conflict.item.id] : [])]);
  const reply: Reply = {
    response: paragraphs.join(PARAGRAPH_BREAK),
    confidence: confidenceOf(answers, reading),
    keyPoints: keyPointsOf(reading, answers, gaps.length),
    cited: [...new Set(cited)],
    sources,
    asks: asksOfAnswers(answers, reading),
    engine: 'offline',
    tokens: null,
  };
  return { reply, paragraphs };
}

/** The assistant that needs no model and no network: it reads the message with rules and answers from the training items. The same request always gets the same reply. */
export const offlineAssistant = (): Assistant => ({
  engine: 'offline',
  async reply(request: ReplyRequest, { signal, onText }: Attention = {}) {
    signal?.throwIfAborted();
    const { reply, paragraphs } = draft(request);
    for (const at of paragraphs.keys()) {
      onText?.(paragraphs.slice(0, at + 1).join(PARAGRAPH_BREAK));
      await breathe();
      signal?.throwIfAborted();
    }
    return reply;
  },
  analyze: async (call, { signal } = {}) => {
    signal?.throwIfAborted();
    return analyzeCall(call);
  },
  draftEmail: async (brief, { signal } = {}) => {
    signal?.throwIfAborted();
    return draftEmail(brief);
  },
  coach: async (brief, { signal } = {}) => {
    signal?.throwIfAborted();
    return coach(brief);
  },
});
