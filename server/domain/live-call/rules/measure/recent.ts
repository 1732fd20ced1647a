import { covered, type Party } from '#domain/conversation/count/call.ts';
import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';
import type { Heard } from './heard.ts';

/** Seconds may be missing their last digit after they were added up. */
const ROUNDING = 0.001;

/** Seconds a word took, pauses included: what times are estimated with where a call has none. Null where nobody knows how long it was. */
const secondsPerWord = ({ isTimed, seconds, words }: Heard): number | null =>
  isTimed || seconds === 0 || words === 0 ? null : seconds / words;

/** Seconds somebody spoke in a turn, pauses inside it left out; null where that cannot be told. */
export function spoken(heard: Heard, turn: CountedTurn): number | null {
  const { start, end, spans, words } = turn;
  if (heard.isTimed) return start === null || end === null ? null : covered(spans ?? [{ start, end }]) / 1_000;
  const each = secondsPerWord(heard);
  return each === null ? null : words * each;
}

/** The second of the call it is now: never before its last word. */
export function now({ isTimed, seconds, turns }: Heard): number {
  // Whoever spoke last need not have begun last, but not many turns ago.
  return isTimed ? turns.slice(-20).reduce((latest, { end }) => Math.max(latest, (end ?? 0) / 1_000), seconds) : seconds;
}

/** A turn, and the seconds since its last word; null where that cannot be told. */
export interface Past {
  readonly turn: CountedTurn;
  readonly ago: number | null;
}

/** The turns from the last one back. */
export function* backwards(heard: Heard): Generator<Past> {
  const each = secondsPerWord(heard);
  const present = now(heard);
  let wordsAfter = 0;
  for (let at = heard.turns.length - 1; at >= 0; at -= 1) {
    const turn = heard.turns[at];
    if (!turn) continue;
    yield { turn, ago: heard.isTimed ? Math.max(0, present - (turn.end ?? 0) / 1_000) : each && wordsAfter * each };
    wordsAfter += turn.words;
  }
}

/** How the last seconds of talk were shared out; null where the call has no so many yet. */
export function lastTalk(heard: Heard, seconds: number): { readonly rep: number; readonly customer: number } | null {
  const share = { rep: 0, customer: 0 };
  let left = seconds;
  for (const { turn } of backwards(heard)) {
    if (turn.speaker === null) continue;
    const taken = Math.min(left, spoken(heard, turn) ?? 0);
    share[turn.speaker] += taken;
    left -= taken;
    if (left <= ROUNDING) return share;
  }
  return null;
}

/** The last turns of one party. */
export interface LastSaid {
  readonly turns: readonly CountedTurn[];
  readonly seconds: number;
  /** Seconds since the last of them. */
  readonly ago: number;
}

/** The last whole turns of a party that make up so many seconds of its talk, or all where it has said less; null where that cannot be told. */
export function lastSaid(heard: Heard, party: Party, seconds: number): LastSaid | null {
  const turns: CountedTurn[] = [];
  let total = 0;
  let since: number | null = null;
  for (const { turn, ago } of backwards(heard)) {
    if (turn.speaker !== party) continue;
    since ??= ago;
    turns.unshift(turn);
    total += spoken(heard, turn) ?? 0;
    if (total >= seconds - ROUNDING) break;
  }
  return since === null || total === 0 ? null : { turns, seconds: total, ago: since };
}

const asks = ({ text }: CountedTurn): boolean => /\?["'”’)\]]*$/.test(text);

/**
 * The turns since a party took the word, while it has it. A sign of listening takes the word from nobody, unless it
 * answers a question.
 */
export function currentRun({ turns }: Heard, party: Party): readonly CountedTurn[] {
  const run: CountedTurn[] = [];
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at];
    const before = turns[at - 1];
    if (!turn) break;
    if (turn.speaker === party) run.unshift(turn);
    else if (!turn.isBackChannel || turn.speaker === null || !before || before.speaker !== party || asks(before)) break;
  }
  return run;
}
