import { callTypeOf } from '#domain/conversation/call-type.ts';
import type { CountedTurn, Topic } from '#domain/conversation/counted-turns.ts';
import { type ConversationMetrics, covered, type Party } from '#domain/conversation/measure.ts';
import { isSpokenQuestion, isUnmarked, questionsInRun } from '#domain/conversation/spoken-questions.ts';
import { sentencesOf } from '#server/language/sentences.ts';

/** What a rule found. */
export interface Detection {
  /** In the unit of the rule's threshold; null for a rule without one. */
  readonly value: number | null;
  /** The turn it is based on; null where it is about the whole call. */
  readonly turn: number | null;
  readonly text: string;
  readonly topic?: Topic;
  readonly words?: string;
  /** Back across the threshold, but within the margin. */
  readonly easing?: boolean;
}

/** How a rule is measured. Its label, kind and threshold are in the contract. */
export interface Detector {
  /** Hysteresis: how far back across the threshold the value must go before the alert ends, so that it does not flicker. */
  readonly margin: number;
  /** The detections, newest first, whether or not beyond the threshold; empty where the call lacks the data. */
  readonly detect: (snapshot: CallSnapshot, threshold: number) => readonly Detection[];
}

/** A call in progress. */
export interface CallInProgress {
  readonly turns: readonly CountedTurn[];
  readonly metrics: ConversationMetrics;
  /** How long the call has lasted. */
  readonly seconds: number;
  /** How long it was meant to last; null when unknown. */
  readonly plannedSeconds: number | null;
  /** Names of competitors to listen for; none where nobody knows any. */
  readonly competitors?: readonly string[];
}

/** The state of a call that rules are evaluated on. */
export interface CallSnapshot {
  /** Finds a competitor’s name in what was said; null or left out where none is known. */
  readonly competitorName?: RegExp | null;
  readonly turns: readonly CountedTurn[];
  /** Whether every turn has its times; else times are estimated by words. */
  readonly isTimed: boolean;
  readonly seconds: number;
  readonly plannedSeconds: number | null;
  readonly words: number;
  /** The rep's part of the talk, 0 to 1; null when unknown. */
  readonly repShare: number | null;
  /** How many questions the rep asked; null when unknown. */
  readonly repQuestions: number | null;
}

const isTimed = ({ start, end }: CountedTurn): boolean => start !== null && end !== null && end >= start;

export const isFullyTimed = (turns: readonly CountedTurn[]): boolean => turns.length > 0 && turns.every(isTimed);

const finiteOrZero = (seconds: number | null): number => (seconds !== null && Number.isFinite(seconds) ? Math.max(0, seconds) : 0);

export const snapshotOf = ({ turns, metrics, seconds, plannedSeconds, competitors = [] }: CallInProgress): CallSnapshot => ({
  turns,
  competitorName: anyOf(competitors),
  isTimed: isFullyTimed(turns),
  seconds: finiteOrZero(seconds),
  plannedSeconds: finiteOrZero(plannedSeconds) || null,
  words: metrics.wordCount,
  repShare: metrics.talkShare?.rep ?? null,
  repQuestions: metrics.questions?.rep.count ?? null,
});

const anyOf = (names: readonly string[]): RegExp | null =>
  names.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\d])(?:${names.map((name) => name.replace(/[^\p{L}\d ]/gu, '.')).join('|')})(?![\\p{L}\\d])`, 'iu');

/** Seconds may be missing their last digit after they were added up. */
export const ROUNDING = 0.001;

/** Seconds a word took, pauses included: what times are estimated with where a call has none. Null when the duration is unknown. */
const secondsPerWord = ({ isTimed, seconds, words }: CallSnapshot): number | null =>
  isTimed || seconds === 0 || words === 0 ? null : seconds / words;

/** Seconds somebody spoke in a turn, pauses inside it left out; null when unknown. */
export function speakingSeconds(snapshot: CallSnapshot, turn: CountedTurn): number | null {
  const { start, end, spans, words } = turn;
  if (snapshot.isTimed) return start === null || end === null ? null : covered(spans ?? [{ start, end }]) / 1_000;
  const each = secondsPerWord(snapshot);
  return each === null ? null : words * each;
}

/** The second of the call it is now: never before its last word. */
export function currentSecond({ isTimed, seconds, turns }: CallSnapshot): number {
  // The last speaker need not have begun last, but not many turns ago.
  return isTimed ? turns.slice(-20).reduce((latest, { end }) => Math.max(latest, (end ?? 0) / 1_000), seconds) : seconds;
}

/** A turn, and the seconds since its last word; null when unknown. */
interface PastTurn {
  readonly turn: CountedTurn;
  readonly ago: number | null;
}

/** The turns from the last one back. */
export function* turnsFromLast(snapshot: CallSnapshot): Generator<PastTurn> {
  const each = secondsPerWord(snapshot);
  const present = currentSecond(snapshot);
  let wordsAfter = 0;
  for (let at = snapshot.turns.length - 1; at >= 0; at -= 1) {
    const turn = snapshot.turns[at];
    if (!turn) continue;
    yield { turn, ago: snapshot.isTimed ? Math.max(0, present - (turn.end ?? 0) / 1_000) : each && wordsAfter * each };
    wordsAfter += turn.words;
  }
}

/** How the last seconds of talk were shared out; null where the call has no so many yet. */
export function recentTalkTime(snapshot: CallSnapshot, seconds: number): { readonly rep: number; readonly customer: number } | null {
  const share = { rep: 0, customer: 0 };
  let remaining = seconds;
  for (const { turn } of turnsFromLast(snapshot)) {
    if (turn.speaker === null) continue;
    const counted = Math.min(remaining, speakingSeconds(snapshot, turn) ?? 0);
    share[turn.speaker] += counted;
    remaining -= counted;
    if (remaining <= ROUNDING) return share;
  }
  return null;
}

/** The last turns of one party. */
interface RecentTurns {
  readonly turns: readonly CountedTurn[];
  readonly seconds: number;
  /** Seconds since the last of them. */
  readonly ago: number;
}

/** The last complete turns of a party that make up so many seconds of its speech, or all if there is less; null when unknown. */
export function recentTurnsOf(snapshot: CallSnapshot, party: Party, seconds: number): RecentTurns | null {
  const turns: CountedTurn[] = [];
  let total = 0;
  let since: number | null = null;
  for (const { turn, ago } of turnsFromLast(snapshot)) {
    if (turn.speaker !== party) continue;
    since ??= ago;
    turns.unshift(turn);
    total += speakingSeconds(snapshot, turn) ?? 0;
    if (total >= seconds - ROUNDING) break;
  }
  return since === null || total === 0 ? null : { turns, seconds: total, ago: since };
}

const endsInQuestion = ({ text }: CountedTurn): boolean => /\?["'”’)\]]*$/.test(text);

/**
 * The turns since a party took the word, while it has it. A sign of listening takes the word from nobody, unless it
 * answers a question.
 */
export function currentRun({ turns }: CallSnapshot, party: Party): readonly CountedTurn[] {
  const run: CountedTurn[] = [];
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at];
    const before = turns[at - 1];
    if (!turn) break;
    if (turn.speaker === party) run.unshift(turn);
    else if (!turn.isBackChannel || turn.speaker === null || !before || before.speaker !== party || endsInQuestion(before)) break;
  }
  return run;
}

/** Seconds as text: "80 s", "2 min", "2 min 5 s". */
export function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (whole < 120) return `${whole} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** "1 question", "3 questions". */
export const pluralize = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** With plain apostrophes. */
export const plain = (text: string): string => text.replace(/[’‘ʼ]/g, "'");

/** Turns at the beginning of a call that show what it is about, and the characters of each that are looked at. */
const OPENING = { turns: 30, first: 8, characters: 400, repWords: 40 } as const;

const supportCalls = new WeakMap<CallSnapshot, boolean>();

/** Whether somebody wants something repaired or explained rather than sold. */
export function isSupportCall(snapshot: CallSnapshot): boolean {
  const known = supportCalls.get(snapshot);
  if (known !== undefined) return known;
  const said = snapshot.turns.slice(0, OPENING.turns);
  // A rep who greets or asks shows it in a few words; a long speech about cleaning may well sell.
  const texts = said.map(({ text, speaker, words }) => ({
    text: speaker === 'rep' && words > OPENING.repWords ? '' : text.slice(0, OPENING.characters),
    speaker,
  }));
  const labels = said.map(({ name }) => name);
  const isSupport = callTypeOf(texts, OPENING.first, labels) === 'support';
  supportCalls.set(snapshot, isSupport);
  return isSupport;
}

const TAG = /^(?:\W*(?:right|ok(?:ay)?|yeah|see|make sense|you know|huh|correct|got it|know what i mean)\W*)$/i;
/** Characters at the end of a turn in which its question stands. */
export const LAST_WORDS = 250;

/** Whether a turn leaves the word to the other one with a question; one that the speaker goes on to answer, or "right?", does not. */
export function asks({ text, questions }: CountedTurn): boolean {
  if (questions === 0) return false;
  const end = text.slice(-LAST_WORDS);
  const last = sentencesOf(end).at(-1) ?? '';
  if (isUnmarked(end)) return questionsInRun(end).length > 0;
  return !TAG.test(last) && isSpokenQuestion(last);
}
