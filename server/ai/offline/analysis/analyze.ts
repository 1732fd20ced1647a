import type { CallAnalysis, CallRecord } from '../../port.ts';
import { hear } from './heard.ts';
import { feelingOf, priorityOf, typeOf } from './judge.ts';
import { momentsOf } from './moments.ts';
import { stepsOf } from './steps.ts';
import { reasonOf, summaryOf, titleOf } from './tell.ts';
import { tagsOf, topicsOf } from './topics.ts';
import { worthOf } from './worth.ts';

/** Says what a call was about by rules alone: the same call is always told the same way. */
export function analyzeCall({ content }: CallRecord): CallAnalysis {
  const call = hear(content);
  const type = typeOf(call);
  const { sentiment, lowest } = feelingOf(call);
  const topics = topicsOf(call);
  const reason = reasonOf(call, type);
  const worth = type === 'sales' ? worthOf(call.said) : null;
  const nextSteps = stepsOf(call.said);
  return {
    title: titleOf(call, { type, topics, reason }),
    summary: summaryOf(call, { type, topics, reason, sentiment, steps: nextSteps }),
    type,
    sentiment,
    tags: tagsOf(call, topics, { steps: nextSteps.length }),
    callValue: worth,
    priority: priorityOf(call, { sentiment, lowest, worth }),
    keyMoments: momentsOf(call.said),
    nextSteps,
    engine: 'offline',
    tokens: null,
  };
}
