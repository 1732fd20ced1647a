import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';
import { backwards, now, spoken } from './recent.ts';
import type { Rule } from './rule.ts';
import { counted, spellSeconds } from './spell.ts';

/** The part of a turn that came after its last question, 0 to 1; null where it asks nothing. */
function afterQuestion({ passages, words, questions }: CountedTurn): number | null {
  if (questions === 0) return null;
  let wordsAfter = 0;
  for (const passage of passages.toReversed()) {
    if (passage.questions > 0) break;
    wordsAfter += passage.words;
  }
  return words === 0 ? 0 : wordsAfter / words;
}

/** The time since the rep's last question, or since the call began. */
export const noQuestion: Rule = {
  margin: 0,
  measure: (heard) => {
    let hasRep = false;
    let since: { readonly seconds: number; readonly turn: number } | null = null;
    for (const { turn, ago } of backwards(heard)) {
      if (turn.speaker !== 'rep') continue;
      if (ago === null) return [];
      hasRep = true;
      const part = afterQuestion(turn);
      if (part === null) continue;
      since = { seconds: ago + part * (spoken(heard, turn) ?? 0), turn: turn.index };
      break;
    }
    const { seconds, turn } = since ?? { seconds: now(heard), turn: null };
    return hasRep ? [{ value: seconds, turn, text: `No question from you for ${spellSeconds(seconds)}: ask one.` }] : [];
  },
};

/** From this part of the planned time on, questions that were not asked will hardly be. */
const LATE = 2 / 3;

/** The study is of discovery calls; who calls back for three minutes need not ask eleven questions. Seconds. */
const DISCOVERY = 900;

/** The rep's questions, late in a call that was planned to be long. */
export const fewQuestions: Rule = {
  margin: 0,
  measure: ({ repQuestions, seconds, plannedSeconds }) => {
    if (repQuestions === null || plannedSeconds === null || plannedSeconds < DISCOVERY || seconds < plannedSeconds * LATE) return [];
    return [{ value: repQuestions, turn: null, text: `Only ${counted(repQuestions, 'question')} so far: find out more before you close.` }];
  },
};
