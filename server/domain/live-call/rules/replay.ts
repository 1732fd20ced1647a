import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { CountedTurn } from '#domain/conversation/counted-turns.ts';
import { type CallSnapshot, isFullyTimed, speakingSeconds } from './call-snapshot.ts';
import { EMPTY_PROMPT_STATE, evaluateRule, nextPromptState } from './coaching-prompts.ts';

/** A finished call. */
export interface PastCall {
  readonly turns: readonly CountedTurn[];
  /** Seconds; null when unknown. Also used as the planned duration. */
  readonly duration: number | null;
}

/** Used when the duration is unknown: 150 words a minute. */
const SECONDS_A_WORD = 0.4;

/** Snapshots of a past call at the end of each turn, and just before the next speaker begins. */
function* snapshots({ turns, duration }: PastCall): Generator<CallSnapshot> {
  const isTimed = isFullyTimed(turns);
  const allWords = turns.reduce((sum, { words }) => sum + words, 0);
  const lastEnd = turns.reduce((latest, { end }) => Math.max(latest, (end ?? 0) / 1_000), 0);
  const plannedSeconds = Math.max(duration ?? (isTimed ? lastEnd : allWords * SECONDS_A_WORD), lastEnd);
  const totals = { words: 0, rep: 0, customer: 0, questions: 0, seconds: 0 };
  let isAttributed = false;
  for (const [at, turn] of turns.entries()) {
    totals.words += turn.words;
    totals.seconds = isTimed ? Math.max(totals.seconds, (turn.end ?? 0) / 1_000) : (plannedSeconds * totals.words) / Math.max(1, allWords);
    isAttributed ||= turn.speaker !== null;
    if (turn.speaker === 'rep') totals.questions += turn.questions;
    const soFar = { turns: turns.slice(0, at + 1), isTimed, seconds: totals.seconds, plannedSeconds, words: totals.words };
    if (turn.speaker !== null)
      totals[turn.speaker] += isTimed ? (speakingSeconds({ ...soFar, repShare: null, repQuestions: null }, turn) ?? 0) : turn.words;
    const all = totals.rep + totals.customer;
    const counted = { ...soFar, repShare: all === 0 ? null : totals.rep / all, repQuestions: isAttributed ? totals.questions : null };
    yield counted;
    const next = turns[at + 1]?.start ?? null;
    const resumes = at === turns.length - 1 ? plannedSeconds : next === null ? 0 : next / 1_000;
    if (resumes > totals.seconds) yield { ...counted, seconds: resumes };
  }
}

/** Runs one rule over a past call as if it were live, a moment at a time; returns how many prompts it would have shown. */
export function* replay(call: PastCall, key: CoachingRuleKey, threshold: number | null): Generator<void, number> {
  let promptState = EMPTY_PROMPT_STATE;
  for (const soFar of snapshots(call)) {
    promptState = nextPromptState(promptState, evaluateRule(key, soFar, threshold), soFar.seconds);
    yield;
  }
  return promptState.lastShown[key]?.times ?? 0;
}
