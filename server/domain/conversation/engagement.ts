import { type CountedCall, isDialogue, of, total } from './counted.ts';
import { talkShare } from './shares.ts';
import { switches } from './turn-taking.ts';

// What a listener would call an engaged customer, as four parts of 0 to 1. The weights are ours: no study gives them.
const WEIGHTS = { turnTaking: 0.35, customerShare: 0.25, customerQuestions: 0.25, reactions: 0.15 } as const;

/** A change of speaker every forty words is a lively talk. */
const WORDS_A_SWITCH = 40;
/** The customer's part in the best sales calls (Gong, 25,537 calls: 43:57). */
const BEST_CUSTOMER_SHARE = 0.57;
/** A question in every fourth sentence of the customer, a reaction in every third turn: more is not more engaged. */
const FULL_QUESTIONS = 0.25;
const FULL_REACTIONS = 1 / 3;

const upTo1 = (part: number): number => Math.min(1, Math.max(0, part));

/** How much the customer takes part, 0 to 1; null where nobody is named. */
export function engagementLevel(call: CountedCall): number | null {
  const share = talkShare(call);
  if (!isDialogue(call) || !share) return null;
  const customer = call.turns.filter(of('customer'));
  const sentences = total(customer, (turn) => turn.sentences);
  const reacting = customer.filter(({ reactions }) => reactions > 0).length;
  const parts = {
    turnTaking: upTo1(((switches(call) ?? 0) * WORDS_A_SWITCH) / total(call.turns, (turn) => turn.words)),
    customerShare: upTo1((1 - share.rep) / BEST_CUSTOMER_SHARE),
    customerQuestions: upTo1(sentences === 0 ? 0 : total(customer, (turn) => turn.questions) / sentences / FULL_QUESTIONS),
    reactions: upTo1(reacting / customer.length / FULL_REACTIONS),
  };
  return (
    WEIGHTS.turnTaking * parts.turnTaking +
    WEIGHTS.customerShare * parts.customerShare +
    WEIGHTS.customerQuestions * parts.customerQuestions +
    WEIGHTS.reactions * parts.reactions
  );
}

/** How much less a feeling weighs for each one that came after it. */
const FADING = 0.9;
const NEGLIGIBLE = 0.001;

/** 0 to 1, neutral 0.5; what was said last weighs most. Half when nothing that was said feels anything. */
export function sentimentScore({ turns }: CountedCall): number | null {
  if (turns.length === 0) return null;
  const customer = turns.filter(of('customer'));
  let weight = 1;
  let weights = 0;
  let sum = 0;
  for (const turn of (customer.length > 0 ? customer : turns).toReversed()) {
    for (const feeling of turn.feelings().toReversed()) {
      sum += feeling * weight;
      weights += weight;
      weight *= FADING;
    }
    if (weight < NEGLIGIBLE) break;
  }
  return weights === 0 ? 0.5 : (sum / weights + 1) / 2;
}
