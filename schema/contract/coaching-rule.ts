/** How a nudge comes: at once, when there is room for it, or as a card to look at. */
export const COACHING_RULE_KINDS = ['urgent', 'tip', 'insight'] as const;
export type CoachingRuleKind = (typeof COACHING_RULE_KINDS)[number];

/** Where a rule begins to hold, and how far that may be moved. */
export interface RuleThreshold {
  readonly standard: number;
  /** Which values count: more than the threshold, at least it, at most it, less than it. */
  readonly holds: 'over' | 'from' | 'upTo' | 'under';
  /** The text after the number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Whether half ones make no sense. */
  readonly whole: boolean;
}

interface CoachingRuleRow {
  readonly kind: CoachingRuleKind;
  readonly label: string;
  /** What is measured, of whom, over which time, and what remains of it where a call has no times. */
  readonly looksAt: string;
  /** Where the number is from. */
  readonly source: string;
  /** Null where there is nothing to set. */
  readonly threshold: RuleThreshold | null;
}

const whole = (holds: RuleThreshold['holds'], standard: number, unit: string, min: number, max: number): RuleThreshold => ({
  standard,
  holds,
  unit,
  min,
  max,
  whole: true,
});

const card = (label: string, about: string): CoachingRuleRow => ({
  kind: 'insight',
  label,
  looksAt: `What the customer just said about ${about}, while the rep has not answered it. Needs speakers; times do not matter.`,
  source: 'Callboard default: at most one card every five minutes',
  threshold: null,
});

/** The rules of live coaching. Of several that apply at once, the first in this table is shown first. */
export const COACHING_RULES = {
  talk_share: {
    kind: 'urgent',
    label: 'Talk share',
    looksAt:
      'The rep’s part of what rep and customer said, in the last 60 s of talk and in the whole call; the lower of the two counts. Not in the first minute, in a support call, or where somebody asked something. Needs speakers; without times, shares are of words.',
    source: 'Gong, 25,537 calls: best 43:57, win rate falls above 65%',
    threshold: whole('over', 65, '%', 40, 95),
  },
  monologue: {
    kind: 'urgent',
    label: 'Monologue',
    looksAt: 'How long the rep has been speaking; “right” and “I see” do not end it. Needs speakers; without times, estimated by words.',
    source: 'Gong: pitches over 2 minutes lose',
    threshold: whole('over', 120, 's', 30, 600),
  },
  negative_streak: {
    kind: 'urgent',
    label: 'Unhappy customer',
    looksAt:
      'Turns of the customer in a row that sound negative, one with strong words, while the rep shows no sympathy; “yes”, “I see” and answers are skipped. Needs speakers; times do not matter.',
    source: 'Callboard default',
    threshold: whole('from', 3, 'turns in a row', 2, 10),
  },
  frustration: {
    kind: 'urgent',
    label: 'Frustration passed over',
    looksAt:
      'Strong words of the customer of a support call to which the rep’s reply shows no sympathy, or a reply that only refuses. Needs speakers; times do not matter.',
    source: 'Callboard default',
    threshold: null,
  },
  unanswered: {
    kind: 'tip',
    label: 'Question not answered',
    looksAt: 'A customer who asked for a price or a time, and a reply of the rep that names none. Needs speakers; times do not matter.',
    source: 'Callboard default',
    threshold: null,
  },
  no_next_step: {
    kind: 'tip',
    label: 'No next step',
    looksAt:
      'The planned time of a sales call that is left, where nobody has named a next step in the last part of it, twice as long. Needs a planned length; without times, estimated by words.',
    source: 'Callboard default',
    threshold: whole('upTo', 10, '% of the planned time left', 5, 50),
  },
  long_turn: {
    kind: 'tip',
    label: 'Long turn',
    looksAt: 'How long the rep has been speaking, until it is a monologue. Needs speakers; without times, estimated by words.',
    source: 'Demodesk (small sample): over 75 s',
    threshold: whole('over', 75, 's', 20, 300),
  },
  no_question: {
    kind: 'tip',
    label: 'No question',
    looksAt:
      'The time since the rep last asked something, before prices are spoken of and while the customer asks nothing. Needs speakers; without times, estimated by words.',
    source: 'Gong, discovery calls',
    threshold: whole('from', 180, 's', 30, 1_800),
  },
  interruptions: {
    kind: 'tip',
    label: 'Interruptions',
    looksAt:
      'How often the rep began while the customer spoke, or within half a second after, in the last two minutes. Silent without times or speakers.',
    source: 'Revenue.io: three in two minutes',
    threshold: whole('from', 3, 'in 2 minutes', 1, 20),
  },
  silence: {
    kind: 'tip',
    label: 'Silence',
    looksAt: 'The time since anybody spoke. Needs no speakers; silent without times.',
    source: 'Revenue.io: over 10 s',
    threshold: whole('over', 10, 's', 3, 120),
  },
  few_questions: {
    kind: 'tip',
    label: 'Few questions',
    looksAt:
      'The rep’s questions, once two thirds of the planned time are over. Needs speakers and a planned length of 15 minutes or more; times do not matter.',
    source: 'Gong: 11 to 14 questions in a discovery call',
    threshold: whole('under', 11, 'questions', 1, 60),
  },
  pace: {
    kind: 'tip',
    label: 'Pace',
    looksAt: 'The rep’s words a minute, in the turns that make up their last 30 s of talk. Silent without times or speakers.',
    source: 'Vitalogy: over 160 words a minute',
    threshold: whole('over', 160, 'words a minute', 100, 300),
  },
  fillers: {
    kind: 'tip',
    label: 'Filler words',
    looksAt:
      'The rep’s filler words a minute, in the turns that make up their last two minutes of talk, once there is one. Needs speakers; without times, estimated by words.',
    source: 'TalkIQ: over 4 a minute',
    threshold: { standard: 4, holds: 'over', unit: 'a minute', min: 0.5, max: 30, whole: false },
  },
  cancellation: card('Cancellation', 'leaving'),
  price: card('Price', 'a price that does not fit'),
  competitor: card('Competitor', 'other offers'),
  timing: card('Timing', 'a date they need or a wish to wait'),
  decision_maker: card('Decision maker', 'somebody else who decides'),
  buying_signal: card('Buying signal', 'going on'),
  objection: card('Objection', 'what speaks against it'),
} as const satisfies Record<string, CoachingRuleRow>;

export type CoachingRuleKey = keyof typeof COACHING_RULES;

/** In the order of the table. */
export const COACHING_RULE_KEYS = Object.keys(COACHING_RULES).filter((key): key is CoachingRuleKey => key in COACHING_RULES);

/** The row of a rule. */
export const coachingRule = (key: CoachingRuleKey): CoachingRuleRow => COACHING_RULES[key];

/** What is wrong with a threshold, as a sentence that names the bounds; null where nothing is. */
export function thresholdProblem(key: CoachingRuleKey, value: number): string | null {
  const { label, threshold } = coachingRule(key);
  if (threshold === null) return `${label} has no threshold to set.`;
  const { min, max, unit } = threshold;
  const isFine = value >= min && value <= max && (!threshold.whole || Number.isInteger(value));
  return isFine ? null : `Choose a ${threshold.whole ? 'whole ' : ''}number from ${min} to ${max} ${unit}.`;
}
