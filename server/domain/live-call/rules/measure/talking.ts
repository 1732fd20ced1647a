import type { Heard } from './heard.ts';
import { currentRun, lastTalk, now, spoken } from './recent.ts';
import type { Measured, Rule } from './rule.ts';
import { spellSeconds } from './spell.ts';

/** Seconds of talk in which the share has to be too high, and before which nothing is said of it. */
const WINDOW = 60;

const percent = (share: number): number => Math.round(share * 100);

/** The rep's share, of the last minute of talk and of all of it: a rep who has begun to listen is not told any more. */
export const talkShare: Rule = {
  margin: 5,
  measure: (heard) => {
    if (heard.repShare === null || now(heard) < WINDOW) return [];
    const last = lastTalk(heard, WINDOW);
    if (last === null) return [];
    const recent = last.rep / (last.rep + last.customer);
    const value = 100 * Math.min(recent, heard.repShare);
    const text = `You did ${percent(recent)}% of the talking in the last minute, ${percent(heard.repShare)}% so far: ask, then listen.`;
    return [{ value, turn: null, text }];
  },
};

function speaking(heard: Heard, textOf: (seconds: string) => string): readonly Measured[] {
  const run = currentRun(heard, 'rep');
  const seconds = run.reduce((sum, turn) => sum + (spoken(heard, turn) ?? 0), 0);
  return run[0] && seconds > 0 ? [{ value: seconds, turn: run[0].index, text: textOf(spellSeconds(seconds)) }] : [];
}

/** A turn of the rep that goes on for long. */
export const longTurn: Rule = {
  margin: 5,
  measure: (heard) => speaking(heard, (seconds) => `You have been speaking for ${seconds}: pause or ask.`),
};

/** One that has become a monologue. */
export const monologue: Rule = {
  margin: 5,
  measure: (heard) => speaking(heard, (seconds) => `You have been speaking for ${seconds} on end: hand over with a question.`),
};
