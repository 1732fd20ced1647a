import { sum } from '#domain/conversation/count/call.ts';
import { lastSaid } from './recent.ts';
import type { Rule } from './rule.ts';

const MINUTE = 60;
/** A rep who has been listening for so many seconds need not be told how they spoke. */
const FRESH = 30;

const PACE_WINDOW = 30;

/** How fast the rep speaks just now. */
export const pace: Rule = {
  margin: 10,
  measure: (heard) => {
    const said = heard.isTimed ? lastSaid(heard, 'rep', PACE_WINDOW) : null;
    if (said === null || said.seconds < PACE_WINDOW || said.ago > FRESH) return [];
    const value = (MINUTE * sum(said.turns, ({ words }) => words)) / said.seconds;
    return [{ value, turn: said.turns.at(-1)?.index ?? null, text: `You speak ${Math.round(value)} words a minute: slow down.` }];
  },
};

const FILLER_WINDOW = 120;
/** Less of the rep's talk says nothing about a habit. */
const ENOUGH = 60;

/** How many pauses the rep fills just now. */
export const fillers: Rule = {
  margin: 1,
  measure: (heard) => {
    const said = lastSaid(heard, 'rep', FILLER_WINDOW);
    if (said === null || said.seconds < ENOUGH || said.ago > FRESH) return [];
    const value = (MINUTE * sum(said.turns, (turn) => turn.fillers)) / said.seconds;
    const text = `You use ${Math.round(10 * value) / 10} filler words a minute: a pause does as well.`;
    return [{ value, turn: said.turns.at(-1)?.index ?? null, text }];
  },
};
