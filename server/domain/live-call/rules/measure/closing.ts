import { backwards } from './recent.ts';
import type { Rule } from './rule.ts';
import { spellSeconds } from './spell.ts';

/**
 * The part of the planned time that is left, while nobody has named a next step towards the end of the call: in a last
 * part of it twice as long as the one in which this is said. What was promised early closes nothing.
 */
export const noNextStep: Rule = {
  margin: 0,
  measure: (heard, threshold) => {
    const { seconds, plannedSeconds } = heard;
    if (plannedSeconds === null || heard.turns.length === 0) return [];
    const left = Math.max(0, plannedSeconds - seconds);
    const value = (100 * left) / plannedSeconds;
    if (value > threshold) return [];
    const closing = plannedSeconds * (1 - (2 * threshold) / 100);
    for (const { turn, ago } of backwards(heard)) {
      if (ago === null || seconds - ago < closing) break;
      if (turn.mentions.some(({ topic }) => topic === 'next_step')) return [];
    }
    const time = left < 1 ? 'The planned time is over' : `${spellSeconds(left)} left`;
    return [{ value, turn: null, text: `${time} and no next step agreed: propose one.` }];
  },
};
