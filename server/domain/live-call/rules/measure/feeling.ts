import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';
import { feelingOf } from '#server/language/sentiment.ts';
import type { Rule } from './rule.ts';
import { counted } from './spell.ts';

/** Feelings are costly to read: of a long story the end tells how the customer feels now. */
const PASSAGES = 6;
/** The highest threshold there is. */
const LONGEST_STREAK = 10;

function feels({ passages }: CountedTurn): 'negative' | 'neutral' | 'positive' {
  const scores = passages.slice(-PASSAGES).flatMap((passage) => passage.feelings().map(({ score }) => score));
  return scores.length === 0 ? 'neutral' : feelingOf(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/**
 * Negative turns of the customer in a row, up to now. One neutral turn leaves it open whether it is over: what was said
 * stays, and nothing new is said.
 */
export const negativeStreak: Rule = {
  margin: 0,
  measure: ({ turns }) => {
    let streak = 0;
    let last: number | null = null;
    let easing = false;
    for (let at = turns.length - 1; at >= 0 && streak < LONGEST_STREAK; at -= 1) {
      const turn = turns[at];
      if (turn?.speaker !== 'customer' || turn.isBackChannel) continue;
      const feeling = feels(turn);
      if (feeling === 'negative') {
        streak += 1;
        last ??= turn.index;
      } else if (feeling === 'neutral' && streak === 0 && !easing) easing = true;
      else break;
    }
    if (streak === 0) return [];
    return [
      { value: streak, turn: last, text: `The customer sounded unhappy ${counted(streak, 'time')} in a row: ask what is wrong.`, easing },
    ];
  },
};
