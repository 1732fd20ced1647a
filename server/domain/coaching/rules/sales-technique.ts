import type { CallReading } from '../reading.ts';
import { most, OURS, over, type Rule } from './rule.ts';

const closed = (reading: CallReading) =>
  most(
    reading,
    'rep',
    ({ questions }) => questions,
    ({ openQuestions }) => openQuestions === 0,
  );
const open = (reading: CallReading) => most(reading, 'rep', ({ openQuestions }) => openQuestions);
/** Where the rep told instead of asking. */
const told = (reading: CallReading) =>
  most(
    reading,
    'rep',
    ({ words }) => words,
    ({ questions }) => questions === 0,
  );

/** What the rep finds out. */
export const SALES_TECHNIQUE: readonly Rule[] = [
  {
    key: 'questions_rare',
    category: 'sales_technique',
    metric: 'questions_per_hour',
    when: { below: 15 },
    priority: 'high',
    source: 'Gong: 11 to 14 questions in a discovery call of about 40 minutes',
    say: (number, counted) => `You asked ${number} ${over(counted)}.`,
    action: 'Write five questions down before the call and tick them off while you speak.',
    provenBy: 'low',
    proof: told,
  },
  {
    key: 'questions_few',
    category: 'sales_technique',
    metric: 'rep_question_ratio',
    when: { below: 0.12 },
    priority: 'high',
    source: OURS,
    say: (number, counted) => `Only ${number} of your sentences were questions ${over(counted)}.`,
    action: 'Answer with a question first: what they use today, what it costs them, who else decides.',
    provenBy: 'low',
    proof: told,
  },
  {
    key: 'questions_closed',
    category: 'sales_technique',
    metric: 'open_question_share',
    when: { below: 0.25 },
    priority: 'medium',
    source: OURS,
    say: (number, counted) => `${number} of your questions were open ${over(counted)}; the others could be answered with a word.`,
    action: 'Begin two questions of each call with what, why or how.',
    provenBy: 'low',
    proof: closed,
  },
  {
    key: 'questions_open',
    category: 'sales_technique',
    metric: 'open_question_share',
    when: { from: 0.35 },
    priority: 'low',
    source: OURS,
    isPraise: true,
    say: (number, counted) => `${number} of your questions were open ${over(counted)}: they let the customer tell you what matters.`,
    action: 'Keep doing this: what, why and how before any price.',
    provenBy: 'high',
    proof: open,
  },
];
