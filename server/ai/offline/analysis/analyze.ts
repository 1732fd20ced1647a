import { createYield } from '#server/yield-to-event-loop.ts';
import type { CallAnalysis, CallRecord } from '../../port.ts';
import { feelingOf, priorityOf, typeOf } from './classify.ts';
import { dealValueOf } from './deal-value.ts';
import { hear, scoreOf } from './heard.ts';
import { momentsOf } from './moments.ts';
import { stepsOf } from './steps.ts';
import { reasonOf, summaryOf, titleOf } from './summarize.ts';
import { tagsOf, topicsOf } from './topics.ts';

/**
 * Says what a call was about by rules alone: the same call is always told the same way. A long one takes some hundred milliseconds;
 * whatever else the server does goes on in between.
 */
export async function analyzeCall({ content }: CallRecord): Promise<CallAnalysis> {
  const yieldNow = createYield();
  const call = hear(content);
  await yieldNow();
  for (const each of call.customer) {
    scoreOf(each);
    await yieldNow();
  }
  const type = typeOf(call);
  const { sentiment, lowest } = feelingOf(call);
  await yieldNow();
  const topics = topicsOf(call);
  await yieldNow();
  const reason = reasonOf(call, type);
  const worth = type === 'sales' ? dealValueOf(call.said) : null;
  await yieldNow();
  const nextSteps = stepsOf(call.said);
  await yieldNow();
  const keyMoments = momentsOf(call.said);
  await yieldNow();
  return {
    title: titleOf(call, { type, topics, reason }),
    summary: summaryOf(call, { type, topics, reason, sentiment, steps: nextSteps }),
    type,
    sentiment,
    tags: tagsOf(call, topics, { steps: nextSteps.length }),
    callValue: worth,
    priority: priorityOf(call, { sentiment, lowest, worth }),
    keyMoments,
    nextSteps,
    engine: 'offline',
    tokens: null,
  };
}
