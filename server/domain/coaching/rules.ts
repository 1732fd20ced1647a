import type { Priority } from '#contract/call.ts';
import type { CoachingMetric, InsightCategory } from '#contract/coaching.ts';
import type { CountedTurn } from '#domain/conversation/counted-turns.ts';
import { callOf, interrupting } from '#domain/conversation/measure.ts';
import { type CallReading, endOf, type Objection, rapportWordsIn } from './call-metrics.ts';

/** A number of several calls: the mean of those that let it be counted. */
export interface Counted {
  readonly metric: CoachingMetric;
  readonly value: number;
  /** Of how many calls. */
  readonly calls: number;
}

/** When a rule has something to say of a number: strictly above, strictly below, up to and from. */
interface When {
  readonly above?: number;
  readonly upTo?: number;
  readonly below?: number;
  readonly from?: number;
}

/** A rule of coaching: a number, when it is worth a word, and the words. */
export interface Rule {
  readonly key: string;
  readonly category: InsightCategory;
  readonly metric: CoachingMetric;
  readonly when: When;
  readonly priority: Priority;
  /** The study or source behind the rule. */
  readonly source: string;
  /** Praise requires no change. */
  readonly isPraise?: true;
  /** For calls in which nobody is named. */
  readonly isUnlabelled?: true;
  /** The insight; the number comes written. */
  explain(number: string, counted: Counted): string;
  readonly action: string;
  /** Which calls prove it first: those whose number is high, or low. */
  readonly provenBy: 'high' | 'low';
  /** The turns of a call that show it, the clearest first. */
  proof(reading: CallReading): readonly CountedTurn[];
}

const CALLBOARD_DEFAULT = 'Callboard default';

export const fires = ({ above, upTo, below, from }: When, value: number): boolean =>
  (above === undefined || value > above) &&
  (upTo === undefined || value <= upTo) &&
  (below === undefined || value < below) &&
  (from === undefined || value >= from);

/** Turns of one party, the ones that count most first. */
const most = (
  { turns }: CallReading,
  party: 'rep' | 'customer',
  count: (turn: CountedTurn) => number,
  matches: (turn: CountedTurn) => boolean = () => true,
): readonly CountedTurn[] =>
  turns
    .filter((turn) => turn.speaker === party && matches(turn))
    .map((turn) => ({ turn, worth: count(turn) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ turn }) => turn);

/** "over 3 calls" where there were several. */
const over = ({ calls }: Counted): string => (calls === 1 ? 'in this call' : `over ${calls} calls`);

const GONG_SHARE = 'Gong, 25,537 calls: best 43:57, and the win rate falls above 65%';
const longest = (reading: CallReading) => most(reading, 'rep', ({ words }) => words);

/** How the rep speaks and lets speak. */
const COMMUNICATION: readonly Rule[] = [
  {
    key: 'talk_share_very_high',
    category: 'communication',
    metric: 'talk_share',
    when: { above: 0.65 },
    priority: 'high',
    source: GONG_SHARE,
    explain: (number, counted) => `You spoke ${number} of the time ${over(counted)}: the customer hardly got a word in.`,
    action: 'Ask a question and wait for the whole answer before you explain anything longer than three sentences.',
    provenBy: 'high',
    proof: longest,
  },
  {
    key: 'talk_share_high',
    category: 'communication',
    metric: 'talk_share',
    when: { above: 0.57, upTo: 0.65 },
    priority: 'medium',
    source: GONG_SHARE,
    explain: (number, counted) =>
      `You spoke ${number} of the time ${over(counted)}; in the best sales calls the customer speaks more than the rep.`,
    action: 'Turn one explanation in each call into a question about what the customer already knows.',
    provenBy: 'high',
    proof: longest,
  },
  {
    key: 'talk_share_good',
    category: 'communication',
    metric: 'talk_share',
    when: { from: 0.3, upTo: 0.5 },
    priority: 'low',
    source: GONG_SHARE,
    isPraise: true,
    explain: (number, counted) => `You spoke ${number} of the time ${over(counted)} and let the customer do most of the talking.`,
    action: 'Keep doing this: let the customer speak first and longest.',
    provenBy: 'low',
    proof: (reading) => most(reading, 'customer', ({ words }) => words),
  },
  {
    key: 'monologue_very_long',
    category: 'communication',
    metric: 'longest_monologue',
    when: { above: 300 },
    priority: 'high',
    source: 'Gong: pitches over two minutes lose; at 150 words a minute these are 300 words',
    explain: (number, counted) =>
      `Your longest monologue averaged ${number} ${over(counted)}: two minutes or more without a word from the customer.`,
    action: 'Stop after a minute at most and ask which part matters to them.',
    provenBy: 'high',
    proof: longest,
  },
  {
    key: 'monologue_long',
    category: 'communication',
    metric: 'longest_monologue',
    when: { above: 188, upTo: 300 },
    priority: 'medium',
    source: 'Demodesk, a small sample: over 75 seconds is long; at 150 words a minute these are 188 words',
    explain: (number, counted) => `Your longest monologue averaged ${number} ${over(counted)}.`,
    action: 'Split long explanations in two, with a question such as “Does that match what you have seen?” between them.',
    provenBy: 'high',
    proof: longest,
  },
  {
    key: 'pace_fast',
    category: 'communication',
    metric: 'pace',
    when: { above: 160 },
    priority: 'medium',
    source: 'Vitalogy: over 160 words a minute is hard to follow',
    explain: (number, counted) => `You spoke at ${number} ${over(counted)}.`,
    action: 'Pause after each number; the customer may be writing it down.',
    provenBy: 'high',
    proof: longest,
  },
  {
    key: 'fillers_many',
    category: 'communication',
    metric: 'fillers',
    when: { above: 2.7 },
    priority: 'medium',
    source: 'TalkIQ: more than four a minute; at 150 words a minute these are 2.7 in a hundred words',
    explain: (number, counted) => `Fillers made up ${number} ${over(counted)}.`,
    action: 'Pause instead of saying “um” or “you know”.',
    provenBy: 'high',
    proof: (reading) => most(reading, 'rep', ({ fillers }) => fillers),
  },
  {
    key: 'interruptions_many',
    category: 'communication',
    metric: 'interruptions',
    when: { above: 2 },
    priority: 'high',
    source: 'Revenue.io: three interruptions in two minutes are too many',
    explain: (number, counted) => `You interrupted the customer ${number} times per call ${over(counted)}.`,
    action: 'Count to two in your head after the customer stops.',
    provenBy: 'high',
    proof: ({ turns }) => interrupting(callOf(turns, null)).filter(({ speaker }) => speaker === 'rep'),
  },
  {
    key: 'patience_short',
    category: 'communication',
    metric: 'patience',
    when: { below: 250 },
    priority: 'medium',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `You began ${number} after the customer stopped ${over(counted)}: too soon for them to add anything.`,
    action: 'Wait a full second after each answer; what customers add then is often what matters.',
    provenBy: 'low',
    proof: ({ turns }) =>
      turns.filter(({ speaker, isBackChannel }, at) => speaker === 'rep' && !isBackChannel && turns[at - 1]?.speaker === 'customer'),
  },
];

const closed = (reading: CallReading) =>
  most(
    reading,
    'rep',
    ({ questions }) => questions,
    ({ openQuestions }) => openQuestions === 0,
  );
const open = (reading: CallReading) => most(reading, 'rep', ({ openQuestions }) => openQuestions);
/** Turns in which the rep explained instead of asking. */
const statements = (reading: CallReading) =>
  most(
    reading,
    'rep',
    ({ words }) => words,
    ({ questions }) => questions === 0,
  );

/** What the rep finds out. */
const SALES_TECHNIQUE: readonly Rule[] = [
  {
    key: 'questions_rare',
    category: 'sales_technique',
    metric: 'questions_per_hour',
    when: { below: 15 },
    priority: 'high',
    source: 'Gong: 11 to 14 questions in a discovery call of about 40 minutes',
    explain: (number, counted) => `You asked ${number} ${over(counted)}.`,
    action: 'Write down five questions before the call and tick them off as you go.',
    provenBy: 'low',
    proof: statements,
  },
  {
    key: 'questions_few',
    category: 'sales_technique',
    metric: 'rep_question_ratio',
    when: { below: 0.12 },
    priority: 'high',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `Only ${number} of your sentences were questions ${over(counted)}.`,
    action: 'Answer with a question first: what they use today, what it costs them, who else decides.',
    provenBy: 'low',
    proof: statements,
  },
  {
    key: 'questions_closed',
    category: 'sales_technique',
    metric: 'open_question_share',
    when: { below: 0.25 },
    priority: 'medium',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `${number} of your questions were open ${over(counted)}; the others could be answered with a word.`,
    action: 'Start two questions in each call with what, why or how.',
    provenBy: 'low',
    proof: closed,
  },
  {
    key: 'questions_open',
    category: 'sales_technique',
    metric: 'open_question_share',
    when: { from: 0.35 },
    priority: 'low',
    source: CALLBOARD_DEFAULT,
    isPraise: true,
    explain: (number, counted) => `${number} of your questions were open ${over(counted)}: they let the customer tell you what matters.`,
    action: 'Keep doing this: what, why and how before any price.',
    provenBy: 'high',
    proof: open,
  },
];

/** An objection and its answer, one after the other. */
const pairs = ({ objections }: CallReading, matches: (objection: Objection) => boolean) =>
  objections.filter(matches).flatMap(({ raised, answer }) => (answer === null ? [raised] : [raised, answer]));

/** What the rep does when the customer holds something against us. */
const OBJECTIONS: readonly Rule[] = [
  {
    key: 'objections_argued',
    category: 'objection_handling',
    metric: 'objections_asked',
    when: { below: 0.4 },
    priority: 'high',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `You answered ${number} of objections with a question ${over(counted)}; the rest you argued first.`,
    action: 'Ask before you answer: “Compared with what?” or “What would it have to be?”',
    provenBy: 'low',
    proof: (reading) => pairs(reading, ({ isQuestion }) => !isQuestion),
  },
  {
    key: 'objections_asked',
    category: 'objection_handling',
    metric: 'objections_asked',
    when: { from: 0.6 },
    priority: 'low',
    source: CALLBOARD_DEFAULT,
    isPraise: true,
    explain: (number, counted) => `You answered ${number} of objections with a question ${over(counted)} and learned what was behind them.`,
    action: 'Keep doing this: a question first, then the answer.',
    provenBy: 'high',
    proof: (reading) => pairs(reading, ({ isQuestion }) => isQuestion),
  },
  {
    key: 'price_given_away',
    category: 'objection_handling',
    metric: 'price_drops',
    when: { above: 0 },
    priority: 'high',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `You lowered the price as your first answer to an objection ${number} times per call ${over(counted)}.`,
    action: 'Explain the value before you lower the price, and ask for something in return.',
    provenBy: 'high',
    proof: (reading) => pairs(reading, ({ isDropped }) => isDropped),
  },
];

/** Fewer words than these only say goodbye. */
const FAREWELL = 5;
const SOURCE = 'A next step in the last tenth of the call, with a day or a time';

/** Calls are counted, not shared out: "2 of 3 calls ended with". */
const ended = ({ value, calls }: Counted): string =>
  calls === 1 ? `The call ended ${value > 0 ? 'with' : 'without'}` : `${Math.round(value * calls)} of ${calls} calls ended with`;

/** How a call ends. */
const CLOSING: readonly Rule[] = [
  {
    key: 'next_step_missing',
    category: 'closing',
    metric: 'next_step',
    when: { below: 0.75 },
    priority: 'high',
    source: SOURCE,
    explain: (_number, counted) => `${ended(counted)} a next step with a day or a time.`,
    action: 'Agree on a day and time before you say goodbye, and have the customer confirm it.',
    provenBy: 'low',
    proof: ({ turns, nextStep }) =>
      nextStep === null
        ? endOf(turns)
            .filter(({ speaker, words }) => speaker === 'rep' && words > FAREWELL)
            .toReversed()
        : [],
  },
  {
    key: 'next_step_agreed',
    category: 'closing',
    metric: 'next_step',
    when: { from: 0.75 },
    priority: 'low',
    source: SOURCE,
    isPraise: true,
    explain: (_number, counted) => `${ended(counted)} a next step and a date.`,
    action: 'Keep doing this: end every call with a day and a time.',
    provenBy: 'high',
    proof: ({ nextStep }) => (nextStep === null ? [] : [nextStep]),
  },
];

const worst = (reading: CallReading) => most(reading, 'customer', (turn) => -turn.feeling());
const best = (reading: CallReading) => most(reading, 'customer', (turn) => turn.feeling());

/** A change without its sign, for sentences that state the direction. */
const size = (number: string): string => number.replace(/^[+−]/, '');

/** How the customer feels with the rep. */
const RAPPORT: readonly Rule[] = [
  {
    key: 'mood_fell',
    category: 'rapport_building',
    metric: 'sentiment_change',
    when: { below: -0.15 },
    priority: 'high',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `The customer’s mood dropped by ${size(number)} from the first half to the second ${over(counted)}.`,
    action: 'Say what you heard before you go on: “So the queue at nine is what hurts most?”',
    provenBy: 'low',
    proof: worst,
  },
  {
    key: 'mood_rose',
    category: 'rapport_building',
    metric: 'sentiment_change',
    when: { above: 0.15 },
    priority: 'low',
    source: CALLBOARD_DEFAULT,
    isPraise: true,
    explain: (number, counted) => `The customer’s mood rose by ${size(number)} from the first half to the second ${over(counted)}.`,
    action: 'Keep doing this: own the problem early and end with something helpful.',
    provenBy: 'high',
    proof: best,
  },
  {
    key: 'rapport_thin',
    category: 'rapport_building',
    metric: 'rapport_words',
    when: { below: 0.4 },
    priority: 'medium',
    source: CALLBOARD_DEFAULT,
    explain: (number, counted) => `You rarely expressed thanks or understanding: ${number} ${over(counted)}.`,
    action: 'Acknowledge a concern before you offer a solution.',
    provenBy: 'low',
    proof: worst,
  },
  {
    key: 'rapport_warm',
    category: 'rapport_building',
    metric: 'rapport_words',
    when: { from: 2 },
    priority: 'low',
    source: CALLBOARD_DEFAULT,
    isPraise: true,
    explain: (number, counted) => `You expressed thanks and understanding: ${number} ${over(counted)}.`,
    action: 'Keep doing this: thanks and understanding before the facts.',
    provenBy: 'high',
    proof: (reading) => most(reading, 'rep', ({ text }) => rapportWordsIn(text)),
  },
];

const beginning = ({ turns }: CallReading) => turns.slice(0, 1);
const UNKNOWN = 'The transcript names no speakers, so this covers everyone.';

/** The rules that apply to calls without speakers. */
const UNLABELLED: readonly Rule[] = [
  {
    key: 'unlabelled_questions',
    category: 'other',
    metric: 'question_ratio',
    when: { from: 0 },
    priority: 'low',
    source: CALLBOARD_DEFAULT,
    isUnlabelled: true,
    explain: (number, counted) => `${number} of all sentences were questions ${over(counted)}. ${UNKNOWN}`,
    action: 'Start each line with “Rep:” or “Customer:” to also measure talk share, monologues and objections.',
    provenBy: 'low',
    proof: beginning,
  },
  {
    key: 'unlabelled_mood_low',
    category: 'other',
    metric: 'sentiment_score',
    when: { below: 0.4 },
    priority: 'medium',
    source: 'Above 0.7 is positive, above 0.4 neutral, otherwise negative',
    isUnlabelled: true,
    explain: (number, counted) => `The mood was negative, ${number} of 1, ${over(counted)}. ${UNKNOWN}`,
    action: 'Replay the end of the call and note what was left open.',
    provenBy: 'low',
    proof: ({ turns }) => turns.filter((turn) => turn.feeling() < 0),
  },
];

/** Every rule of coaching. */
export const RULES: readonly Rule[] = [...COMMUNICATION, ...SALES_TECHNIQUE, ...OBJECTIONS, ...CLOSING, ...RAPPORT, ...UNLABELLED];
