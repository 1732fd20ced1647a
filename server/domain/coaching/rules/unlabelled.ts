import type { CallReading } from '../reading.ts';
import { OURS, over, type Rule } from './rule.ts';

const beginning = ({ turns }: CallReading) => turns.slice(0, 1);
const UNKNOWN = 'Nobody is named in the transcript, so this is of everybody.';

/** What can be said of calls in which nobody is named. */
export const UNLABELLED: readonly Rule[] = [
  {
    key: 'unlabelled_questions',
    category: 'other',
    metric: 'question_ratio',
    when: { from: 0 },
    priority: 'low',
    source: OURS,
    isUnlabelled: true,
    say: (number, counted) => `${number} of all sentences were questions ${over(counted)}. ${UNKNOWN}`,
    action: 'Begin each line with “Rep:” or “Customer:”; then talk share, monologues and objections can be counted, too.',
    provenBy: 'low',
    proof: beginning,
  },
  {
    key: 'unlabelled_mood_low',
    category: 'other',
    metric: 'sentiment_score',
    when: { below: 0.4 },
    priority: 'medium',
    source: 'Above 0.7 is positive, above 0.4 neutral, else negative',
    isUnlabelled: true,
    say: (number, counted) => `The mood was negative, ${number} of 1, ${over(counted)}. ${UNKNOWN}`,
    action: 'Listen to the end of the call again and write down what was left open.',
    provenBy: 'low',
    proof: ({ turns }) => turns.filter((turn) => turn.feeling() < 0),
  },
];
