import type { ConversationMetrics } from '../metrics.ts';
import { type Call, of } from './call.ts';

/** A sentence weighs half as much for every so many words that the same people said after it: about a minute and a half of talk. */
const HALF_LIFE = 200;
/** What was said before so many words weighs too little to be worth reading. */
const HORIZON = 5 * HALF_LIFE;
/** So much pleasure or displeasure is needed to be half convinced. */
const DOUBT = 1;

/**
 * How the call feels, 0 to 1: ½ + ½ · (pleasant − unpleasant) ÷ (pleasant + unpleasant + 1), where pleasant and
 * unpleasant are the weighted sums of the sentences that feel anything. Half where nothing does.
 */
export function sentiment(call: Call): Pick<ConversationMetrics, 'sentimentScore' | 'sentimentOf'> {
  const customer = call.turns.filter(of('customer'));
  const turns = customer.length > 0 ? customer : call.turns;
  if (turns.every(({ sentences }) => sentences === 0)) return { sentimentScore: null, sentimentOf: null };
  let pleasant = 0;
  let unpleasant = 0;
  let wordsAfter = 0;
  for (let at = turns.length - 1; at >= 0 && wordsAfter < HORIZON; at -= 1) {
    const passages = turns[at]?.passages ?? [];
    for (let place = passages.length - 1; place >= 0 && wordsAfter < HORIZON; place -= 1) {
      const passage = passages[place];
      for (const { score, wordsAfter: within } of passage?.feelings() ?? []) {
        const weighed = score * 2 ** (-(wordsAfter + within) / HALF_LIFE);
        if (weighed > 0) pleasant += weighed;
        else unpleasant -= weighed;
      }
      wordsAfter += passage?.words ?? 0;
    }
  }
  const sentimentScore = 0.5 + (0.5 * (pleasant - unpleasant)) / (pleasant + unpleasant + DOUBT);
  return { sentimentScore, sentimentOf: customer.length > 0 ? 'customer' : 'everyone' };
}
