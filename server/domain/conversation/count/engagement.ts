import type { ConversationMetrics, Engagement } from '../metrics.ts';
import { type Call, of, sum, wordsOf } from './call.ts';
import { talkShare } from './talk-share.ts';
import { switches } from './turn-taking.ts';

// What a listener would call an engaged customer. The weights are ours: no study gives them.
const WEIGHTS: Engagement = { turnTaking: 0.3, customerShare: 0.3, customerQuestions: 0.2, reactions: 0.2 };

/** A change of speaker every so many words is a lively talk. */
const LIVELY_WORDS = 30;
/** The customer's part of the best sales calls (Gong, 25,537 calls: 43:57). */
const BEST_SHARE = 0.57;
/** A question in every fifth sentence of the customer, a reaction in every third turn: more is not more engaged. */
const FULL_QUESTIONS = 1 / 5;
const FULL_REACTIONS = 1 / 3;

const ofFull = (part: number, all: number, full: number): number => (all === 0 ? 0 : Math.min(1, part / all / full));

/** How much the customer takes part, 0 to 1: the weighted sum of its four parts. Null until both have spoken. */
export function engagement(call: Call): Pick<ConversationMetrics, 'engagementLevel' | 'engagement'> {
  const share = talkShare(call);
  if (share === null || wordsOf(call, 'rep') === 0 || wordsOf(call, 'customer') === 0) return { engagementLevel: null, engagement: null };
  const customer = call.turns.filter(of('customer'));
  const parts: Engagement = {
    turnTaking: ofFull(
      switches(call) ?? 0,
      sum(call.turns, ({ words }) => words),
      1 / LIVELY_WORDS,
    ),
    customerShare: ofFull(share.customer, 1, BEST_SHARE),
    customerQuestions: ofFull(
      sum(customer, ({ questions }) => questions),
      sum(customer, ({ sentences }) => sentences),
      FULL_QUESTIONS,
    ),
    reactions: ofFull(customer.filter(({ reactions }) => reactions > 0).length, customer.length, FULL_REACTIONS),
  };
  const engagementLevel =
    WEIGHTS.turnTaking * parts.turnTaking +
    WEIGHTS.customerShare * parts.customerShare +
    WEIGHTS.customerQuestions * parts.customerQuestions +
    WEIGHTS.reactions * parts.reactions;
  return { engagementLevel, engagement: parts };
}
