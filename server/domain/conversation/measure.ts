import type { Speaker } from '#contract/call.ts';
import { type CountedTurn, createCounter, type Topic } from './counted-turns.ts';
import { type DialogueOptions, readDialogue, type Span, type Turn } from './dialogue.ts';

/** Something counted of each of the two. */
export interface BySpeaker<T> {
  readonly rep: T;
  readonly customer: T;
}

/** Whether a number was counted in speaking time or in words. */
export type Basis = 'time' | 'words';

/** How much of the talk was the rep's. */
export interface TalkShare {
  readonly basis: Basis;
  /** The rep's speech ÷ the speech of rep and customer, 0 to 1; silence does not count. */
  readonly rep: number;
  readonly customer: number;
  /** What was divided: milliseconds, or words. */
  readonly counted: BySpeaker<number>;
  /** The rep's speaking time ÷ the whole call, silence included, 0 to 1; null without times. */
  readonly ofCall: number | null;
}

/** The turns of one speaker that follow each other, as one. */
export interface Run {
  /** The index of the turn it begins with. */
  readonly turn: number;
  /** How many turns it is made of. */
  readonly turns: number;
  readonly words: number;
  /** Milliseconds from its first word to its last; null without times. */
  readonly length: number | null;
}

/** The questions of one speaker. */
export interface Questions {
  /** Sentences that are questions. */
  readonly count: number;
  /** Per hour of the call; null where its length is not known. */
  readonly perHour: number | null;
  /** Questions with what, why or how; the others are about a fact, a yes or a no. */
  readonly open: number;
  readonly closed: number;
}

/** What one speaker filled pauses with. */
export interface Fillers {
  readonly count: number;
  /** Per minute spoken by this speaker; null where that is not known. */
  readonly perMinute: number | null;
}

/** Time in which nobody spoke. */
export interface Silence {
  /** Milliseconds. */
  readonly total: number;
  /** Total ÷ length of the call, 0 to 1. */
  readonly share: number;
  /** Milliseconds of the longest one. */
  readonly longest: number;
}

/** The parts of the engagement level, each 0 to 1; see `count/engagement.ts`. */
export interface Engagement {
  readonly turnTaking: number;
  readonly customerShare: number;
  readonly customerQuestions: number;
  readonly reactions: number;
}

/** Something a deal turns on was touched. */
export interface TopicMention {
  readonly topic: Topic;
  readonly speaker: Speaker;
  readonly name: string | null;
  /** The index of the turn. */
  readonly turn: number;
  /** When the turn began, in milliseconds; null without times. */
  readonly start: number | null;
  /** The words that gave it away. */
  readonly words: string;
}

/**
 * The metrics of a call. Null means that they cannot be measured in this call: without speakers, without times,
 * or without text so far. Zero means that there was none.
 */
export interface ConversationMetrics {
  readonly wordCount: number;
  readonly sentenceCount: number;
  readonly turnCount: number;
  /** Milliseconds; as given, or else up to the end of the last turn. Everything per minute, per hour or of the call is of this length. */
  readonly length: { readonly milliseconds: number; readonly basis: 'given' | 'times' } | null;
  readonly questionCount: number;
  /** Questions ÷ sentences of everybody, 0 to 1. */
  readonly questionRatio: number | null;
  /** 0 to 1, neutral 0.5; the latest sentences weigh most. */
  readonly sentimentScore: number | null;
  /** Whose words the sentiment is of: the customer's where somebody is known to be one. */
  readonly sentimentOf: 'customer' | 'everyone' | null;
  /** 0 to 1. */
  readonly engagementLevel: number | null;
  readonly engagement: Engagement | null;
  readonly talkShare: TalkShare | null;
  /** The longest run of the rep, and of the customer: by time where there are times, else by words. */
  readonly longestMonologue: Run | null;
  readonly longestStory: Run | null;
  /** How often the word went from one speaker to another. */
  readonly switches: number | null;
  /** Switches per minute of the call. */
  readonly interactivity: number | null;
  /** Milliseconds from the customer's last word to the rep's first: the median. */
  readonly patience: number | null;
  readonly questions: BySpeaker<Questions> | null;
  /** How often each began while the other spoke, or within half a second after; signs of listening are not counted. */
  readonly interruptions: BySpeaker<number> | null;
  readonly silence: Silence | null;
  /** Words ÷ minutes spoken by that speaker. `estimated`: without times the call is shared out by words, pauses included. */
  readonly pace: (BySpeaker<number | null> & { readonly estimated: boolean }) | null;
  /** `estimated`: as for the pace. */
  readonly fillers: (BySpeaker<Fillers> & { readonly estimated: boolean }) | null;
  /** In order, each once a turn. */
  readonly topics: readonly TopicMention[];
}

/** One of the two a call is between. */
export type Party = keyof BySpeaker<unknown>;

/** A turn with times. */
export interface TimedTurn {
  readonly turn: CountedTurn;
  readonly start: number;
  readonly end: number;
  /** The time of its speech. */
  readonly spans: readonly Span[];
}

/** A call as the metrics see it. */
interface Call {
  readonly turns: readonly CountedTurn[];
  /** The turns in the order they began; null where one of them has no times, since sums over the others would be wrong. */
  readonly timed: readonly TimedTurn[] | null;
  readonly length: ConversationMetrics['length'];
  /** Whether anybody is known to be rep or customer. */
  readonly isAttributed: boolean;
}

const of =
  (party: Party) =>
  ({ speaker }: CountedTurn): boolean =>
    speaker === party;

export const sum = <T>(all: readonly T[], count: (one: T) => number): number => all.reduce((total, one) => total + count(one), 0);

const both = <T>(count: (party: Party) => T): BySpeaker<T> => ({ rep: count('rep'), customer: count('customer') });

/** The voice of a turn: two people of unknown roles are still two. Null without speakers. */
const voiceOf = ({ speaker, name }: CountedTurn): string | null => speaker ?? (name === null ? null : `named ${name.toLowerCase()}`);

function timedTurns(turns: readonly CountedTurn[]): readonly TimedTurn[] | null {
  const timed: TimedTurn[] = [];
  for (const turn of turns) {
    const { start, end, spans } = turn;
    if (start === null || end === null || end < start) return null;
    timed.push({ turn, start, end, spans: spans ?? [{ start, end }] });
  }
  return timed.length === 0 ? null : timed.toSorted((one, other) => one.start - other.start || one.turn.index - other.turn.index);
}

function lengthOf(timed: readonly TimedTurn[] | null, seconds: number | null): Call['length'] {
  const last = (timed ?? []).reduce((latest, { end }) => Math.max(latest, end), 0);
  const given = seconds !== null && Number.isFinite(seconds) ? seconds * 1_000 : 0;
  // A call whose reported end is before its last word was longer.
  if (given > 0 && given >= last) return { milliseconds: given, basis: 'given' };
  return last > 0 ? { milliseconds: last, basis: 'times' } : null;
}

/** Gathers what the metrics share. */
export function callOf(turns: readonly CountedTurn[], durationSeconds: number | null): Call {
  const timed = timedTurns(turns);
  return { turns, timed, length: lengthOf(timed, durationSeconds), isAttributed: turns.some(({ speaker }) => speaker !== null) };
}

/** Milliseconds covered by stretches of time that may overlap. */
export function covered(spans: readonly Span[]): number {
  let total = 0;
  let until = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total;
}

/** Milliseconds in which a party spoke; null without times. */
const spokenTime = ({ timed }: Call, party: Party): number | null =>
  timed && covered(timed.flatMap(({ turn, spans }) => (turn.speaker === party ? spans : [])));

/** Words spoken by a party. */
const wordsOf = ({ turns }: Call, party: Party): number => sum(turns.filter(of(party)), ({ words }) => words);

/** Rep ÷ (rep + customer): of the time they spoke where every turn has times, else of their words. */
function talkShare(call: Call): TalkShare | null {
  const times = both((party) => spokenTime(call, party) ?? 0);
  const basis = times.rep + times.customer > 0 ? 'time' : 'words';
  const counted = basis === 'time' ? times : both((party) => wordsOf(call, party));
  const all = counted.rep + counted.customer;
  if (all === 0) return null;
  const ofCall = basis === 'time' && call.length !== null ? counted.rep / call.length.milliseconds : null;
  return { basis, rep: counted.rep / all, customer: counted.customer / all, counted, ofCall };
}

const MINUTE = 60_000;
/** A turn that begins this soon after the other's last word did not let them finish. */
const CUT_IN = 500;

/** The turns that take the word: a sign of listening that falls into what another is saying takes it from nobody. */
function floorTurns({ turns, timed }: Call): readonly CountedTurn[] {
  if (timed === null) return turns.filter((turn) => voiceOf(turn) !== null);
  let last: TimedTurn | null = null;
  const floorHolders: CountedTurn[] = [];
  for (const one of timed) {
    if (voiceOf(one.turn) === null) continue;
    const isAside: boolean = one.turn.isBackChannel && last !== null && voiceOf(last.turn) !== voiceOf(one.turn) && last.end > one.start;
    if (isAside) continue;
    floorHolders.push(one.turn);
    last = one;
  }
  return floorHolders;
}

/** Turns of one voice that follow each other, together. */
function runsOf(call: Call): readonly (readonly CountedTurn[])[] {
  const runs: CountedTurn[][] = [];
  for (const turn of floorTurns(call)) {
    const run = runs.at(-1);
    if (run?.[0] && voiceOf(run[0]) === voiceOf(turn)) run.push(turn);
    else runs.push([turn]);
  }
  return runs;
}

const asRun = (call: Call, run: readonly CountedTurn[]): Run => ({
  turn: run[0]?.index ?? 0,
  turns: run.length,
  words: sum(run, ({ words }) => words),
  length: call.timed && run.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0) - (run[0]?.start ?? 0),
});

/** The longest run of a party, the first of several that are as long. */
function longestRun(call: Call, party: Party): Run | null {
  const runs = runsOf(call)
    .filter(([first]) => first?.speaker === party)
    .map((run) => asRun(call, run));
  const size = ({ length, words }: Run) => length ?? words;
  return runs.reduce<Run | null>((longest, run) => (longest !== null && size(longest) >= size(run) ? longest : run), null);
}

/** How often the word went to another voice; null where no voice is named. */
function switches(call: Call): number | null {
  const runs = runsOf(call);
  return runs.length === 0 ? null : runs.length - 1;
}

/** Switches ÷ minutes of the call. */
function interactivity(call: Call): number | null {
  const changes = switches(call);
  return changes === null || call.length === null ? null : (changes * MINUTE) / call.length.milliseconds;
}

const median = (sorted: readonly number[]): number | null => {
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
};

/** The median time between the customer's end and the rep's start; a rep who starts before that end waits 0. */
function patience(call: Call): number | null {
  if (call.timed === null) return null;
  const gaps = runsOf(call).flatMap((run, at, runs) => {
    const next = runs[at + 1]?.[0];
    if (run[0]?.speaker !== 'customer' || next?.speaker !== 'rep' || next.start === null) return [];
    return [Math.max(0, next.start - run.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0))];
  });
  return median(gaps.toSorted((one, other) => one - other));
}

/**
 * Turns that begin while the other party speaks or within half a second after, in order. Back-channel words interrupt
 * nobody and cannot be interrupted; a speaker who goes on after one continues their own turn.
 */
export function interrupting({ timed }: Pick<Call, 'timed'>): readonly CountedTurn[] {
  const found: CountedTurn[] = [];
  let last: TimedTurn | null = null;
  for (const one of timed ?? []) {
    if (one.turn.isBackChannel || one.turn.speaker === null) continue;
    if (last !== null && last.turn.speaker !== one.turn.speaker && one.start > last.start && one.start <= last.end + CUT_IN)
      found.push(one.turn);
    last = one;
  }
  return found;
}

function interruptions(call: Call): ConversationMetrics['interruptions'] {
  if (call.timed === null || !call.isAttributed) return null;
  const turns = interrupting(call);
  const by = (party: Party) => turns.filter(({ speaker }) => speaker === party).length;
  return { rep: by('rep'), customer: by('customer') };
}

const HOUR = 3_600_000;

/** The questions of each. */
function questions(call: Call): ConversationMetrics['questions'] {
  if (!call.isAttributed) return null;
  return both((party) => {
    const turns = call.turns.filter(of(party));
    const count = sum(turns, (turn) => turn.questions);
    const open = sum(turns, (turn) => turn.openQuestions);
    return { count, perHour: call.length && (count * HOUR) / call.length.milliseconds, open, closed: count - open };
  });
}

/** Minutes a party spoke: by its times, or else that part of the call which its words are of all words. Null where that is not known or nothing. */
function minutesOf(call: Call, party: Party): number | null {
  const time = spokenTime(call, party);
  if (time !== null) return time > 0 ? time / MINUTE : null;
  const words = wordsOf(call, party);
  if (call.length === null || words === 0) return null;
  return ((call.length.milliseconds / MINUTE) * words) / sum(call.turns, (turn) => turn.words);
}

const perMinute = (call: Call, party: Party, count: number): number | null => {
  const minutes = minutesOf(call, party);
  return minutes === null ? null : count / minutes;
};

/** Words ÷ minutes spoken, of each. */
function pace(call: Call): ConversationMetrics['pace'] {
  const paces = both((party) => perMinute(call, party, wordsOf(call, party)));
  return paces.rep === null && paces.customer === null ? null : { ...paces, estimated: call.timed === null };
}

/** Filler words of each, and per minute they spoke. */
function fillers(call: Call): ConversationMetrics['fillers'] {
  if (!call.isAttributed) return null;
  const counted = both((party) => {
    const count = sum(call.turns.filter(of(party)), (turn) => turn.fillers);
    return { count, perMinute: perMinute(call, party, count) };
  });
  return { ...counted, estimated: call.timed === null };
}

/** Time in which nobody spoke, from the beginning of the call to its end; null without times. */
function silence({ timed, length }: Call): Silence | null {
  if (timed === null || length === null) return null;
  const spans = timed.flatMap((turn) => turn.spans).toSorted((one, other) => one.start - other.start);
  let until = 0;
  let total = 0;
  let longest = 0;
  for (const { start, end } of [...spans, { start: length.milliseconds, end: length.milliseconds }]) {
    const gap = Math.max(0, start - until);
    total += gap;
    longest = Math.max(longest, gap);
    until = Math.max(until, end);
  }
  return { total, share: total / length.milliseconds, longest };
}

/** A sentence weighs half as much for every so many later words of the same party: about a minute and a half of speech. */
const HALF_LIFE = 200;
/** Text before so many later words weighs too little to be worth reading. */
const HORIZON = 5 * HALF_LIFE;
/** So much pleasure or displeasure is needed to be half convinced. */
const DOUBT = 1;

/**
 * How the call feels, 0 to 1: ½ + ½ · (pleasant − unpleasant) ÷ (pleasant + unpleasant + 1), where pleasant and
 * unpleasant are the weighted sums of the sentences that feel anything. Half where nothing does.
 */
function sentiment(call: Call): Pick<ConversationMetrics, 'sentimentScore' | 'sentimentOf'> {
  const customer = call.turns.filter(of('customer'));
  const turns = customer.length > 0 ? customer : call.turns;
  if (turns.every(({ sentences }) => sentences === 0)) return { sentimentScore: null, sentimentOf: null };
  let pleasant = 0;
  let unpleasant = 0;
  let wordsAfter = 0;
  for (let at = turns.length - 1; at >= 0 && wordsAfter < HORIZON; at -= 1) {
    const passages = turns[at]?.passages ?? [];
    for (let place = passages.length - 1; place >= 0 && wordsAfter < HORIZON; place -= 1) {
      const passage = passages[place];
      for (const { score, wordsAfter: within } of passage?.feelings() ?? []) {
        const weighed = score * 2 ** (-(wordsAfter + within) / HALF_LIFE);
        if (weighed > 0) pleasant += weighed;
        else unpleasant -= weighed;
      }
      wordsAfter += passage?.words ?? 0;
    }
  }
  const sentimentScore = 0.5 + (0.5 * (pleasant - unpleasant)) / (pleasant + unpleasant + DOUBT);
  return { sentimentScore, sentimentOf: customer.length > 0 ? 'customer' : 'everyone' };
}

// What a listener would call an engaged customer. The weights are Callboard's, not from a study.
const WEIGHTS: Engagement = { turnTaking: 0.3, customerShare: 0.3, customerQuestions: 0.2, reactions: 0.2 };

/** A change of speaker every so many words is a lively talk. */
const LIVELY_WORDS = 30;
/** The customer's part of the best sales calls (Gong, 25,537 calls: 43:57). */
const BEST_SHARE = 0.57;
/** A question in every fifth sentence of the customer, a reaction in every third turn: more is not more engaged. */
const FULL_QUESTIONS = 1 / 5;
const FULL_REACTIONS = 1 / 3;

const ofFull = (part: number, all: number, full: number): number => (all === 0 ? 0 : Math.min(1, part / all / full));

/** How much the customer takes part, 0 to 1: the weighted sum of its four parts. Null until both have spoken. */
function engagement(call: Call): Pick<ConversationMetrics, 'engagementLevel' | 'engagement'> {
  const share = talkShare(call);
  if (share === null || wordsOf(call, 'rep') === 0 || wordsOf(call, 'customer') === 0) return { engagementLevel: null, engagement: null };
  const customer = call.turns.filter(of('customer'));
  const parts: Engagement = {
    turnTaking: ofFull(
      switches(call) ?? 0,
      sum(call.turns, ({ words }) => words),
      1 / LIVELY_WORDS,
    ),
    customerShare: ofFull(share.customer, 1, BEST_SHARE),
    customerQuestions: ofFull(
      sum(customer, ({ questions }) => questions),
      sum(customer, ({ sentences }) => sentences),
      FULL_QUESTIONS,
    ),
    reactions: ofFull(customer.filter(({ reactions }) => reactions > 0).length, customer.length, FULL_REACTIONS),
  };
  const engagementLevel =
    WEIGHTS.turnTaking * parts.turnTaking +
    WEIGHTS.customerShare * parts.customerShare +
    WEIGHTS.customerQuestions * parts.customerQuestions +
    WEIGHTS.reactions * parts.reactions;
  return { engagementLevel, engagement: parts };
}

export interface MeasureOptions {
  /** How long the whole call was, or has lasted so far; left out or null where nobody knows. */
  readonly durationSeconds?: number | null;
}

const topicsOf = ({ turns }: Call): readonly TopicMention[] =>
  turns.flatMap(({ mentions, speaker, name, index, start }) =>
    mentions.map((mention) => ({ ...mention, speaker, name, turn: index, start })),
  );

/** Every number of turns that were counted. */
export function metricsOf(turns: readonly CountedTurn[], { durationSeconds = null }: MeasureOptions = {}): ConversationMetrics {
  const call = callOf(turns, durationSeconds);
  const sentenceCount = sum(turns, ({ sentences }) => sentences);
  const questionCount = sum(turns, (turn) => turn.questions);
  return {
    wordCount: sum(turns, ({ words }) => words),
    sentenceCount,
    turnCount: turns.length,
    length: call.length,
    questionCount,
    questionRatio: sentenceCount === 0 ? null : questionCount / sentenceCount,
    ...sentiment(call),
    ...engagement(call),
    talkShare: talkShare(call),
    longestMonologue: longestRun(call, 'rep'),
    longestStory: longestRun(call, 'customer'),
    switches: switches(call),
    interactivity: interactivity(call),
    patience: patience(call),
    questions: questions(call),
    interruptions: interruptions(call),
    silence: silence(call),
    pace: pace(call),
    fillers: fillers(call),
    topics: topicsOf(call),
  };
}

/** The turns of a call with what was counted in each. */
export const countTurns = (call: string | readonly Turn[], options: DialogueOptions = {}): readonly CountedTurn[] =>
  createCounter()(typeof call === 'string' ? readDialogue(call, options) : call);

/** Counts a whole call: its transcript, or its turns. */
export const measure = (call: string | readonly Turn[], options: MeasureOptions & DialogueOptions = {}): ConversationMetrics =>
  metricsOf(countTurns(call, options), options);
