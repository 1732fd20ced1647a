import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';

/** So much of the call counts as its end, in words; never less than a few sentences. */
const END = { share: 0.1, words: 60 } as const;

const NUMBER = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half)';
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const MONTH = '(?:january|february|march|april|june|july|august|september|october|november|december)';
const WHEN = new RegExp(
  `\\b(?:${DAY}|${MONTH}|tomorrow|tonight|today|(?:this|next) (?:week|month|quarter|morning|afternoon|evening)|(?:at|by|before|until) ${NUMBER}\\b|in (?:an?|${NUMBER}) (?:minutes?|hours?|days?|weeks?|months?)|within (?:the|an?|${NUMBER}) (?:\\w+ )?(?:hours?|days?|weeks?)|(?:the|on the) \\d{1,2}(?:st|nd|rd|th)|end of (?:the )?(?:day|week|month)|before lunch)\\b`,
  'i',
);

// Beside what everybody calls a next step: a meeting proposed or settled.
const SETTLED =
  /\b(?:(?:could|can|shall|should) we|would (?:[\w' ]{2,30}) (?:suit|work)|(?:suits?|works?) (?:for )?(?:me|us|you)|(?:\w{3,6}day|tomorrow|\d|o'clock|noon) it is|make it|see you|i(?:'ll| will) be there)\b/i;

/** The turns a call ends with. */
export function endOf(turns: readonly CountedTurn[]): readonly CountedTurn[] {
  const all = turns.reduce((sum, { words }) => sum + words, 0);
  const wanted = Math.max(END.words, all * END.share);
  let words = 0;
  let from = turns.length;
  while (from > 0 && words < wanted) {
    from -= 1;
    words += turns[from]?.words ?? 0;
  }
  return turns.slice(from);
}

/** The turn at the end of a call that settles what comes next: a step and a day or a time, in it or right beside it. Null where none does. */
export function nextStepIn(turns: readonly CountedTurn[]): CountedTurn | null {
  const end = endOf(turns);
  const isDated = (turn: CountedTurn | undefined) => turn !== undefined && WHEN.test(turn.text);
  const isStep = ({ mentions, text }: CountedTurn) => mentions.some(({ topic }) => topic === 'next_step') || SETTLED.test(text);
  return end.find((turn, at) => isStep(turn) && (isDated(turn) || isDated(end[at - 1]) || isDated(end[at + 1]))) ?? null;
}
