import { endOf } from '../count/next-step.ts';
import type { Counted, Rule } from './rule.ts';

/** Fewer words than these only say goodbye. */
const FAREWELL = 5;
const SOURCE = 'A next step in the last tenth of the call, with a day or a time';

/** Calls are counted, not shared out: "2 of 3 calls ended with". */
const ended = ({ value, calls }: Counted): string =>
  calls === 1 ? `The call ended ${value > 0 ? 'with' : 'without'}` : `${Math.round(value * calls)} of ${calls} calls ended with`;

/** How a call ends. */
export const CLOSING: readonly Rule[] = [
  {
    key: 'next_step_missing',
    category: 'closing',
    metric: 'next_step',
    when: { below: 0.75 },
    priority: 'high',
    source: SOURCE,
    say: (_number, counted) => `${ended(counted)} a next step that has a day or a time.`,
    action: 'Name a day and an hour before you say goodbye, and let the customer repeat it.',
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
    say: (_number, counted) => `${ended(counted)} a next step and a date.`,
    action: 'Keep doing this: no call without a day and an hour.',
    provenBy: 'high',
    proof: ({ nextStep }) => (nextStep === null ? [] : [nextStep]),
  },
];
