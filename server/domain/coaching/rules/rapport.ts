import { rapportWordsIn } from '../count/rapport.ts';
import type { CallReading } from '../reading.ts';
import { most, OURS, over, type Rule } from './rule.ts';

const worst = (reading: CallReading) => most(reading, 'customer', (turn) => -turn.feeling());
const best = (reading: CallReading) => most(reading, 'customer', (turn) => turn.feeling());

/** A change without its sign, where the sentence says which way it went. */
const size = (number: string): string => number.replace(/^[+−]/, '');

/** How the customer feels with the rep. */
export const RAPPORT: readonly Rule[] = [
  {
    key: 'mood_fell',
    category: 'rapport_building',
    metric: 'sentiment_change',
    when: { below: -0.15 },
    priority: 'high',
    source: OURS,
    say: (number, counted) => `The customer’s mood went down by ${size(number)} from the first half to the second ${over(counted)}.`,
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
    source: OURS,
    isPraise: true,
    say: (number, counted) => `The customer’s mood rose by ${size(number)} from the first half to the second ${over(counted)}.`,
    action: 'Keep doing this: own the problem early and end with something that helps.',
    provenBy: 'high',
    proof: best,
  },
  {
    key: 'rapport_thin',
    category: 'rapport_building',
    metric: 'rapport_words',
    when: { below: 0.4 },
    priority: 'medium',
    source: OURS,
    say: (number, counted) => `Words of thanks or understanding were rare: ${number} of yours ${over(counted)}.`,
    action: 'Answer a worry with a sentence that shows you heard it, before the solution.',
    provenBy: 'low',
    proof: worst,
  },
  {
    key: 'rapport_warm',
    category: 'rapport_building',
    metric: 'rapport_words',
    when: { from: 2 },
    priority: 'low',
    source: OURS,
    isPraise: true,
    say: (number, counted) => `You found words of thanks and understanding: ${number} of yours ${over(counted)}.`,
    action: 'Keep doing this: thanks and understanding before the facts.',
    provenBy: 'high',
    proof: (reading) => most(reading, 'rep', ({ text }) => rapportWordsIn(text)),
  },
];
