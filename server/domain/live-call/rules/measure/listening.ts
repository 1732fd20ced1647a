import type { TimedTurn } from '#domain/conversation/count/call.ts';
import { interrupting } from '#domain/conversation/count/turn-taking.ts';
import type { Heard } from './heard.ts';
import { backwards, now } from './recent.ts';
import type { Rule } from './rule.ts';
import { counted, spellSeconds } from './spell.ts';

/** The time since anybody spoke. */
export const silence: Rule = {
  margin: 0,
  measure: (heard) => {
    if (!heard.isTimed) return [];
    const lastWord = now({ ...heard, seconds: 0 });
    const value = heard.seconds - lastWord;
    return value > 0 ? [{ value, turn: null, text: `Silent for ${spellSeconds(value)}: ask, or say what comes next.` }] : [];
  },
};

const WINDOW = 120;

/** The turns of the last seconds, and the one before them, which somebody may have cut into. */
function recentTurns(heard: Heard, seconds: number): readonly TimedTurn[] {
  const recent: TimedTurn[] = [];
  for (const { turn, ago } of backwards(heard)) {
    const { start, end, spans } = turn;
    if (start === null || end === null || ago === null) break;
    recent.unshift({ turn, start, end, spans: spans ?? [{ start, end }] });
    if (ago > seconds && !turn.isBackChannel) break;
  }
  return recent.toSorted((one, other) => one.start - other.start || one.turn.index - other.turn.index);
}

/** How often the rep cut in of late. */
export const interruptions: Rule = {
  margin: 1,
  measure: (heard) => {
    if (!heard.isTimed) return [];
    const from = (now(heard) - WINDOW) * 1_000;
    const turns = interrupting({ timed: recentTurns(heard, WINDOW) }).filter(
      ({ speaker, start }) => speaker === 'rep' && (start ?? 0) >= from,
    );
    const last = turns.at(-1);
    if (!last) return [];
    return [{ value: turns.length, turn: last.index, text: `You cut in ${counted(turns.length, 'time')} in 2 minutes: let them finish.` }];
  },
};
