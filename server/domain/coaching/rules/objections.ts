import type { Objection } from '../count/objections.ts';
import type { CallReading } from '../reading.ts';
import { OURS, over, type Rule } from './rule.ts';

/** An objection and its answer, one after the other. */
const pairs = ({ objections }: CallReading, isMeant: (objection: Objection) => boolean) =>
  objections.filter(isMeant).flatMap(({ raised, answer }) => (answer === null ? [raised] : [raised, answer]));

/** What the rep does when the customer holds something against us. */
export const OBJECTIONS: readonly Rule[] = [
  {
    key: 'objections_argued',
    category: 'objection_handling',
    metric: 'objections_asked',
    when: { below: 0.4 },
    priority: 'high',
    source: OURS,
    say: (number, counted) => `You met ${number} of the objections with a question ${over(counted)}; otherwise an argument came first.`,
    action: 'Ask before you answer: “Compared with what?” or “What would it have to be?”',
    provenBy: 'low',
    proof: (reading) => pairs(reading, ({ isAsked }) => !isAsked),
  },
  {
    key: 'objections_asked',
    category: 'objection_handling',
    metric: 'objections_asked',
    when: { from: 0.6 },
    priority: 'low',
    source: OURS,
    isPraise: true,
    say: (number, counted) => `You met ${number} of the objections with a question ${over(counted)} and learnt what was behind them.`,
    action: 'Keep doing this: a question first, then the answer.',
    provenBy: 'high',
    proof: (reading) => pairs(reading, ({ isAsked }) => isAsked),
  },
  {
    key: 'price_given_away',
    category: 'objection_handling',
    metric: 'price_drops',
    when: { above: 0 },
    priority: 'high',
    source: OURS,
    say: (number, counted) => `You gave price away as the first answer to an objection ${number} times a call ${over(counted)}.`,
    action: 'Name what it is worth before you change what it costs, and ask for something in return.',
    provenBy: 'high',
    proof: (reading) => pairs(reading, ({ isDropped }) => isDropped),
  },
];
