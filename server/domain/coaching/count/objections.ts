import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';

/** Something the customer held against us, and the rep's next turn; null where the rep said nothing more. */
export interface Objection {
  readonly raised: CountedTurn;
  readonly answer: CountedTurn | null;
  /** The answer asks something before it argues. */
  readonly isAsked: boolean;
  /** The answer gives price away. */
  readonly isDropped: boolean;
}

const PRICE_DROP =
  /\b(?:discount(?:s|ed)?|(?:\d+|five|ten|fifteen|twenty|thirty|fifty) ?(?:%|percent) (?:off|less)|(?:knock|take) (?:\w+ ){0,3}off|(?:come|go) down (?:on|to|a)|(?:lower|reduce|drop|cut|match) (?:the|our|that|their|your) (?:\w+ )?(?:price|rent|fee|cost)|special price|best price|waive|throw (?:it|that|one|the \w+) in|for free|free of charge|on the house)\b/i;
const NO_DROP = /\b(?:no|not|n't|never|without|instead of) (?:\w+ ){0,3}discounts?\b|\bwith(?:out)? the discount\b/i;

/** Whether an answer gives price away. */
export const dropsPrice = (text: string): boolean => PRICE_DROP.test(text) && !NO_DROP.test(text);

/** The customer's objections in the order they came, each with the rep's next turn. */
export function objectionsIn(turns: readonly CountedTurn[]): readonly Objection[] {
  return turns.flatMap((raised, at) => {
    if (raised.speaker !== 'customer' || raised.isBackChannel || !raised.mentions.some(({ topic }) => topic === 'objection')) return [];
    const answer = turns.slice(at + 1).find(({ speaker, isBackChannel }) => speaker === 'rep' && !isBackChannel) ?? null;
    return [{ raised, answer, isAsked: (answer?.questions ?? 0) > 0, isDropped: answer !== null && dropsPrice(answer.text) }];
  });
}
