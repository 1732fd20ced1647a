import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { CountedTurn } from '#domain/conversation/counted-turns.ts';
import { EMPTY_PROMPT_STATE, evaluateRule, nextPromptState } from './coaching-prompts.ts';
import { type CallSnapshot, isFullyTimed, speakingSeconds } from './detectors.ts';

/** What is known of a call that is over. */
export interface PastCall {
  readonly turns: readonly CountedTurn[];
  /** Seconds; null where nobody knows. It is taken for as long as it was meant to be. */
  readonly duration: number | null;
}

/** Where nobody knows how long a call was: the usual 150 words a minute. */
const SECONDS_A_WORD = 0.4;

/** A past call at the end of each turn, and before whoever speaks next breaks the silence. */
function* snapshots({ turns, duration }: PastCall): Generator<CallSnapshot> {
  const isTimed = isFullyTimed(turns);
  const allWords = turns.reduce((sum, { words }) => sum + words, 0);
  const lastEnd = turns.reduce((latest, { end }) => Math.max(latest, (end ?? 0) / 1_000), 0);
  const plannedSeconds = Math.max(duration ?? (isTimed ? lastEnd : allWords * SECONDS_A_WORD), lastEnd);
  const said = { words: 0, rep: 0, customer: 0, questions: 0, seconds: 0 };
  let isAttributed = false;
  for (const [at, turn] of turns.entries()) {
    said.words += turn.words;
    said.seconds = isTimed ? Math.max(said.seconds, (turn.end ?? 0) / 1_000) : (plannedSeconds * said.words) / Math.max(1, allWords);
    isAttributed ||= turn.speaker !== null;
    if (turn.speaker === 'rep') said.questions += turn.questions;
    const heard = { turns: turns.slice(0, at + 1), isTimed, seconds: said.seconds, plannedSeconds, words: said.words };
    if (turn.speaker !== null)
      said[turn.speaker] += isTimed ? (speakingSeconds({ ...heard, repShare: null, repQuestions: null }, turn) ?? 0) : turn.words;
    const all = said.rep + said.customer;
    const counted = { ...heard, repShare: all === 0 ? null : said.rep / all, repQuestions: isAttributed ? said.questions : null };
    yield counted;
    const next = turns[at + 1]?.start ?? null;
    const resumes = at === turns.length - 1 ? plannedSeconds : next === null ? 0 : next / 1_000;
    if (resumes > said.seconds) yield { ...counted, seconds: resumes };
  }
}

/** Runs one rule over a past call as if it were live, a moment at a time; answers how often it would have spoken. */
export function* replay(call: PastCall, key: CoachingRuleKey, threshold: number | null): Generator<void, number> {
  let promptState = EMPTY_PROMPT_STATE;
  for (const heard of snapshots(call)) {
    promptState = nextPromptState(promptState, evaluateRule(key, heard, threshold), heard.seconds);
    yield;
  }
  return promptState.lastShown[key]?.times ?? 0;
}
