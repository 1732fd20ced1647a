import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import { fewQuestions, noQuestion } from './measure/asking.ts';
import { card } from './measure/cards.ts';
import { noNextStep } from './measure/closing.ts';
import { fillers, pace } from './measure/delivery.ts';
import { negativeStreak } from './measure/feeling.ts';
import { interruptions, silence } from './measure/listening.ts';
import type { Rule } from './measure/rule.ts';
import { longTurn, monologue, talkShare } from './measure/talking.ts';

/** How each rule of `#contract/coaching-rule.ts` listens. */
export const RULES: Readonly<Record<CoachingRuleKey, Rule>> = {
  talk_share: talkShare,
  monologue,
  negative_streak: negativeStreak,
  no_next_step: noNextStep,
  long_turn: longTurn,
  no_question: noQuestion,
  interruptions,
  silence,
  few_questions: fewQuestions,
  pace,
  fillers,
  price: card('price', 'Price came up'),
  competitor: card('competitor', 'A competitor came up'),
  timing: card('timing', 'Timing came up'),
  decision_maker: card('decision_maker', 'Who decides came up'),
};
