import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { CountedTurn, Topic } from '#domain/conversation/counted-turns.ts';
import { type ConversationMetrics, covered, interrupting, type Party, sum, type TimedTurn } from '#domain/conversation/measure.ts';
import { feelingOf } from '#server/language/sentiment.ts';

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
interface Detector {
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
const ROUNDING = 0.001;

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
function currentSecond({ isTimed, seconds, turns }: CallSnapshot): number {
  // The last speaker need not have begun last, but not many turns ago.
  return isTimed ? turns.slice(-20).reduce((latest, { end }) => Math.max(latest, (end ?? 0) / 1_000), seconds) : seconds;
}

/** A turn, and the seconds since its last word; null when unknown. */
interface PastTurn {
  readonly turn: CountedTurn;
  readonly ago: number | null;
}

/** The turns from the last one back. */
function* turnsFromLast(snapshot: CallSnapshot): Generator<PastTurn> {
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
function recentTalkTime(snapshot: CallSnapshot, seconds: number): { readonly rep: number; readonly customer: number } | null {
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
function recentTurnsOf(snapshot: CallSnapshot, party: Party, seconds: number): RecentTurns | null {
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
function currentRun({ turns }: CallSnapshot, party: Party): readonly CountedTurn[] {
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
function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (whole < 120) return `${whole} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** "1 question", "3 questions". */
const pluralize = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const LONGEST_QUOTE = 140;
const END = /[.!?…\n]/;

/** The sentence around some words of a turn; of a long one, the part around them. */
function quoteAround(text: string, words: string): string {
  // As long as it was: a word was found in the text with its apostrophes made plain.
  const at = text.replace(/[’‘ʼ]/g, "'").indexOf(words);
  if (at === -1) return words;
  const before = Math.max(0, at - LONGEST_QUOTE);
  const after = text.slice(at + words.length, at + words.length + LONGEST_QUOTE);
  const start = before + Math.max(...[...'.!?…\n'].map((mark) => text.slice(before, at).lastIndexOf(mark))) + 1;
  const stop = at + words.length + (END.test(after) ? after.search(END) + 1 : after.length);
  if (stop - start <= LONGEST_QUOTE) return text.slice(start, stop).trim();
  const from = Math.max(start, at - Math.floor((LONGEST_QUOTE - words.length) / 2));
  const to = Math.max(at + words.length, Math.min(stop, from + LONGEST_QUOTE));
  const cut = text.slice(from, to).trim();
  return `${from > start ? '…' : ''}${cut}${to < stop ? '…' : ''}`;
}

/** Seconds of speech in which the share has to be too high, and before which the rule is silent. */
const TALK_WINDOW = 60;

const percent = (share: number): number => Math.round(share * 100);

/** Turns that show whether the rep answers a question or has asked one. */
const EXCHANGE_TURNS = 3;

/** Whether the rep is answering the customer, or has just asked: a high share is no fault then. */
const isExchange = ({ turns }: CallSnapshot): boolean => turns.slice(-EXCHANGE_TURNS).some(({ questions }) => questions > 0);

/** The rep's share, of the last minute of talk and of all of it: a rep who has started to listen gets no alert. */
const talkShare: Detector = {
  margin: 5,
  detect: (snapshot) => {
    if (snapshot.repShare === null || currentSecond(snapshot) < TALK_WINDOW) return [];
    const last = recentTalkTime(snapshot, TALK_WINDOW);
    if (last === null || isExchange(snapshot)) return [];
    const recent = last.rep / (last.rep + last.customer);
    const value = 100 * Math.min(recent, snapshot.repShare);
    const text = `You did ${percent(recent)}% of the talking in the last minute, ${percent(snapshot.repShare)}% so far: ask, then listen.`;
    return [{ value, turn: null, text }];
  },
};

function detectLongRun(snapshot: CallSnapshot, textOf: (seconds: string) => string): readonly Detection[] {
  const run = currentRun(snapshot, 'rep');
  const seconds = run.reduce((sum, turn) => sum + (speakingSeconds(snapshot, turn) ?? 0), 0);
  return run[0] && seconds > 0 ? [{ value: seconds, turn: run[0].index, text: textOf(formatSeconds(seconds)) }] : [];
}

/** A turn of the rep that goes on for long. */
const longTurn: Detector = {
  margin: 5,
  detect: (snapshot) => detectLongRun(snapshot, (seconds) => `You have been speaking for ${seconds}: pause or ask.`),
};

/** One that has become a monologue. */
const monologue: Detector = {
  margin: 5,
  detect: (snapshot) => detectLongRun(snapshot, (seconds) => `You have been speaking for ${seconds} on end: hand over with a question.`),
};

/** The part of a turn after its last question, 0 to 1; null if it has no question. */
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
const noQuestion: Detector = {
  margin: 0,
  detect: (snapshot) => {
    let hasRep = false;
    let since: { readonly seconds: number; readonly turn: number } | null = null;
    for (const { turn, ago } of turnsFromLast(snapshot)) {
      if (turn.speaker !== 'rep') continue;
      if (ago === null) return [];
      hasRep = true;
      const part = afterQuestion(turn);
      if (part === null) continue;
      since = { seconds: ago + part * (speakingSeconds(snapshot, turn) ?? 0), turn: turn.index };
      break;
    }
    const { seconds, turn } = since ?? { seconds: currentSecond(snapshot), turn: null };
    return hasRep ? [{ value: seconds, turn, text: `No question from you for ${formatSeconds(seconds)}: ask one.` }] : [];
  },
};

/** From this fraction of the planned time on, the number of questions is measured. */
const LATE = 2 / 3;

/** The study is of discovery calls; a call back of three minutes does not need eleven questions. Seconds. */
const DISCOVERY = 900;

/** The rep's questions, late in a call that was planned to be long. */
const fewQuestions: Detector = {
  margin: 0,
  detect: ({ repQuestions, seconds, plannedSeconds }) => {
    if (repQuestions === null || plannedSeconds === null || plannedSeconds < DISCOVERY || seconds < plannedSeconds * LATE) return [];
    return [
      { value: repQuestions, turn: null, text: `Only ${pluralize(repQuestions, 'question')} so far: find out more before you close.` },
    ];
  },
};

/** How long a card stays, and how long after a mention it is still worth a new one, in seconds: later the talk has moved on. */
const RECENT = 120;
const FRESH = 20;

/** Words that show that a topic is about what we offer: "rising energy costs" and "ants in the kitchen" are what the customer tells. */
const ABOUT_OFFER: Readonly<Partial<Record<Topic, RegExp>>> = {
  price:
    /\b(?:how much|your (?:prices?|pricing|quotes?|fees?|rates?)|budget(?:s|ed|ing)?|expensive|cheap(?:er|est)?|afford|discounts?|quot(?:e|es|ed|ation)|price (?:point|is|seems|feels)|(?:higher|more) than|what (?:does|do|would|will) .{1,40} (?:cost|run))\b/i,
  objection:
    /\btoo (?:expensive|pricey|high|much|complicated|slow|risky|long|difficult|hard|good to be true)\b|\b(?:not|isn't) (?:\w+ )?(?:sure|convinced|interested|ready|worth|a priority)\b|\b(?:don't|do not) (?:\w+ )?(?:need|see (?:the|why|how)|believe|trust)\b|\b(?:can't|cannot) (?:afford|justify|commit)\b|\b(?:worr(?:y|ied)|concern(?:s|ed)?|hesitant|skeptical|doubts?)\b.{0,30}\b(?:pric(?:e|ing)|cost|contract|term|rollout|implementation|security|integration|adoption|switch(?:ing)?|mov(?:e|ing)|chang(?:e|ing)|your|commit(?:ment|ting)?)\b|\bbudget\b|\balready have\b|\bwhy (?:would|should) (?:i|we)\b|\bthink (?:about it|it over)\b/i,
  timing:
    /\b(?:deadlines?|timelines?|go[- ]live|asap|how (?:soon|quickly|fast|long)|when (?:can|could|would|will|do|does) (?:we|you|i|it|they|this|that)|by when|not (?:right )?now|(?:bad|wrong) time|too (?:early|soon))\b/i,
};
/** When the planned length is unknown: the usual 150 words a minute. */
const SECONDS_A_WORD = 0.4;

/** One card per mention of a topic by the customer, at most one per turn. */
const topicCard = (topic: Extract<CoachingRuleKey, Topic>, heading: string, advice = ''): Detector => ({
  margin: 0,
  detect: (snapshot) => {
    const found: Detection[] = [];
    let wordsAfter = 0;
    for (const { turn, ago } of turnsFromLast(snapshot)) {
      const since = ago ?? wordsAfter * SECONDS_A_WORD;
      if (since > RECENT) break;
      wordsAfter += turn.words;
      if (turn.speaker !== 'customer') continue;
      const name = topic === 'competitor' ? snapshot.competitorName?.exec(turn.text)?.[0] : undefined;
      const said = name ?? turn.mentions.find((each) => each.topic === topic)?.words;
      if (said === undefined) continue;
      const words = quoteAround(turn.text, said);
      if (ABOUT_OFFER[topic]?.test(words) === false) continue;
      found.push({ value: null, turn: turn.index, text: `${heading}: “${words}”${advice}`, topic, words, easing: since > FRESH });
    }
    return found;
  },
});

/** Seconds since anyone spoke. */
const silence: Detector = {
  margin: 0,
  detect: (snapshot) => {
    if (!snapshot.isTimed) return [];
    const lastWord = currentSecond({ ...snapshot, seconds: 0 });
    const value = snapshot.seconds - lastWord;
    return value > 0 ? [{ value, turn: null, text: `Silent for ${formatSeconds(value)}: ask, or say what comes next.` }] : [];
  },
};

const INTERRUPTION_WINDOW = 120;

/** The turns of the last seconds, and the one before them, which somebody may have cut into. */
function recentTurns(snapshot: CallSnapshot, seconds: number): readonly TimedTurn[] {
  const recent: TimedTurn[] = [];
  for (const { turn, ago } of turnsFromLast(snapshot)) {
    const { start, end, spans } = turn;
    if (start === null || end === null || ago === null) break;
    recent.unshift({ turn, start, end, spans: spans ?? [{ start, end }] });
    if (ago > seconds && !turn.isBackChannel) break;
  }
  return recent.toSorted((one, other) => one.start - other.start || one.turn.index - other.turn.index);
}

/** Recent interruptions by the rep. */
const interruptions: Detector = {
  margin: 1,
  detect: (snapshot) => {
    if (!snapshot.isTimed) return [];
    const from = (currentSecond(snapshot) - INTERRUPTION_WINDOW) * 1_000;
    const turns = interrupting({ timed: recentTurns(snapshot, INTERRUPTION_WINDOW) }).filter(
      ({ speaker, start }) => speaker === 'rep' && (start ?? 0) >= from,
    );
    const last = turns.at(-1);
    if (!last) return [];
    return [
      { value: turns.length, turn: last.index, text: `You cut in ${pluralize(turns.length, 'time')} in 2 minutes: let them finish.` },
    ];
  },
};

const MINUTE = 60;
/** No alert about pace or fillers once the rep has listened for this many seconds. */
const STILL_SPEAKING = 30;

const PACE_WINDOW = 30;

/** How fast the rep speaks just now. */
const pace: Detector = {
  margin: 10,
  detect: (snapshot) => {
    const recent = snapshot.isTimed ? recentTurnsOf(snapshot, 'rep', PACE_WINDOW) : null;
    if (recent === null || recent.seconds < PACE_WINDOW || recent.ago > STILL_SPEAKING) return [];
    const value = (MINUTE * sum(recent.turns, ({ words }) => words)) / recent.seconds;
    return [{ value, turn: recent.turns.at(-1)?.index ?? null, text: `You speak ${Math.round(value)} words a minute: slow down.` }];
  },
};

const FILLER_WINDOW = 120;
/** Minimum seconds of the rep's talk to measure a habit by. */
const MIN_TALK = 60;

/** How many pauses the rep fills just now. */
const fillers: Detector = {
  margin: 1,
  detect: (snapshot) => {
    const recent = recentTurnsOf(snapshot, 'rep', FILLER_WINDOW);
    if (recent === null || recent.seconds < MIN_TALK || recent.ago > STILL_SPEAKING) return [];
    const value = (MINUTE * sum(recent.turns, (turn) => turn.fillers)) / recent.seconds;
    const text = `You use ${Math.round(10 * value) / 10} filler words a minute: a pause does as well.`;
    return [{ value, turn: recent.turns.at(-1)?.index ?? null, text }];
  },
};

/** Sentiment is costly to compute; the last passages of a long turn show how the customer feels now. */
const PASSAGES = 6;
/** The highest threshold there is. */
const LONGEST_STREAK = 10;

function feelingOfTurn({ passages }: CountedTurn): 'negative' | 'neutral' | 'positive' {
  const scores = passages.slice(-PASSAGES).flatMap((passage) => passage.feelings().map(({ score }) => score));
  return scores.length === 0 ? 'neutral' : feelingOf(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/**
 * Negative turns of the customer in a row, up to now. After one neutral turn a shown alert stays, and no
 * new one begins.
 */
const negativeStreak: Detector = {
  margin: 0,
  detect: ({ turns }) => {
    let streak = 0;
    let last: number | null = null;
    let easing = false;
    for (let at = turns.length - 1; at >= 0 && streak < LONGEST_STREAK; at -= 1) {
      const turn = turns[at];
      if (turn?.speaker !== 'customer' || turn.isBackChannel) continue;
      const feeling = feelingOfTurn(turn);
      if (feeling === 'negative') {
        streak += 1;
        last ??= turn.index;
      } else if (feeling === 'neutral' && streak === 0 && !easing) easing = true;
      else break;
    }
    if (streak === 0) return [];
    return [
      { value: streak, turn: last, text: `The customer sounded unhappy ${pluralize(streak, 'time')} in a row: ask what is wrong.`, easing },
    ];
  },
};

/**
 * The part of the planned time that is left, while nobody has named a next step towards the end of the call: in a last
 * part of it twice as long as the one in which the prompt appears. Early promises do not count.
 */
const noNextStep: Detector = {
  margin: 0,
  detect: (snapshot, threshold) => {
    const { seconds, plannedSeconds } = snapshot;
    if (plannedSeconds === null || snapshot.turns.length === 0) return [];
    const remaining = Math.max(0, plannedSeconds - seconds);
    const value = (100 * remaining) / plannedSeconds;
    if (value > threshold) return [];
    // What was agreed in the second half still stands at the end.
    const half = plannedSeconds / 2;
    for (const { turn, ago } of turnsFromLast(snapshot)) {
      if (ago === null || seconds - ago < half) break;
      if (turn.mentions.some(({ topic }) => topic === 'next_step')) return [];
    }
    const time = remaining < 1 ? 'The planned time is over' : `${formatSeconds(remaining)} left`;
    return [{ value, turn: null, text: `${time} and no next step agreed: propose one.` }];
  },
};

/** The detector of each rule in `#contract/coaching-rule.ts`. */
export const DETECTORS: Readonly<Record<CoachingRuleKey, Detector>> = {
  talk_share: talkShare,
  monologue,
  negative_streak: negativeStreak,
  no_next_step: noNextStep,
  long_turn: longTurn,
  no_question: noQuestion,
  interruptions,
  silence,
  few_questions: fewQuestions,
  pace,
  fillers,
  cancellation: topicCard('cancellation', 'The customer wants to leave: ask why'),
  buying_signal: topicCard('buying_signal', 'A buying signal', ' Propose the next step now.'),
  objection: topicCard('objection', 'An objection', ' Ask what is behind it before you answer.'),
  price: topicCard('price', 'Price came up', ' Ask what they compare it with.'),
  competitor: topicCard('competitor', 'A competitor came up', ' Ask what they like there and what they miss.'),
  timing: topicCard('timing', 'Timing came up', ' Ask what the date depends on.'),
  decision_maker: topicCard('decision_maker', 'Who decides came up', ' Ask who else has a say.'),
};
