import { ago } from '../moment.ts';
import type { WorldLead } from '../types.ts';
import { contact } from './contact.ts';

export const WON: readonly WorldLead[] = [
  {
    key: 'northlight-heron',
    ...contact('northlight'),
    stage: 'won',
    value: '10044.00',
    source: 'email',
    notes:
      'Outgrew the Wren: 38 people since the merger, tank refilled five times a day. Moved to a rented Heron, no exit fee. Elena likes short emails and decides alone up to $12k. Wants decaf in the second hopper.',
    lastContact: ago(6, 210),
    history: [
      { stage: 'leads', daysAgo: 71, minutesAgo: 300, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 66, minutesAgo: 95, by: 'marcus' },
      { stage: 'quoted', daysAgo: 63, minutesAgo: 410, by: 'marcus' },
      { stage: 'needs_follow_up', daysAgo: 52, minutesAgo: 120, by: 'demo' },
      { stage: 'won', daysAgo: 44, minutesAgo: 35, by: 'marcus' },
    ],
  },
  {
    key: 'parallel-two-herons',
    ...contact('parallel'),
    stage: 'won',
    value: '19083.60',
    source: 'trade_show',
    notes:
      'Met at the Midwest Makers Fair. Two floors, 55 people each, robotics lab upstairs. Two rented Herons with the 5 percent discount. IT asked about Pulse; the data sheet settled it in a day.',
    lastContact: ago(9, 55),
    history: [
      { stage: 'leads', daysAgo: 69, minutesAgo: 80, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 60, minutesAgo: 340, by: 'priya' },
      { stage: 'quoted', daysAgo: 57, minutesAgo: 15, by: 'priya' },
      { stage: 'waiting', daysAgo: 50, minutesAgo: 200, by: 'priya' },
      { stage: 'quoted', daysAgo: 33, minutesAgo: 150, by: 'priya' },
      { stage: 'won', daysAgo: 26, minutesAgo: 400, by: 'demo' },
    ],
  },
  {
    key: 'summit-condor',
    ...contact('summit-ortho'),
    stage: 'won',
    value: '13590.00',
    source: 'referral',
    notes:
      'Recommended by Harborview Dental. Buys, does not rent: the practice owns everything. Condor plus installation, Always On plan to follow. Credit of $150 to Harborview is due 60 days after installation.',
    lastContact: ago(3, 330),
    history: [
      { stage: 'leads', daysAgo: 58, minutesAgo: 260, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 55, minutesAgo: 45, by: 'demo' },
      { stage: 'quoted', daysAgo: 51, minutesAgo: 300, by: 'demo' },
      { stage: 'needs_follow_up', daysAgo: 40, minutesAgo: 500, by: 'demo' },
      { stage: 'won', daysAgo: 31, minutesAgo: 20, by: 'demo' },
    ],
  },
  {
    key: 'foxglove-kestrel',
    ...contact('foxglove'),
    stage: 'won',
    value: '11800.00',
    source: 'website',
    notes:
      'Bookshop café, 90 covers on a Saturday. Kestrel and Shrike as a set, with the half-day barista course for four. Rachel compared us with a used machine from an auction; the warranty decided it.',
    lastContact: ago(14, 90),
    history: [
      { stage: 'leads', daysAgo: 52, minutesAgo: 330, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 49, minutesAgo: 400, by: 'priya' },
      { stage: 'quoted', daysAgo: 47, minutesAgo: 70, by: 'priya' },
      { stage: 'won', daysAgo: 38, minutesAgo: 240, by: 'priya' },
    ],
  },
  {
    key: 'kindling-wren',
    ...contact('kindling'),
    stage: 'won',
    value: '4644.00',
    source: 'linkedin',
    notes:
      '18 people, came from Podmarch capsules. One tasting, eleven votes for First Light. Signed on a Friday afternoon from her phone.',
    lastContact: ago(19, 15),
    history: [
      { stage: 'leads', daysAgo: 80, minutesAgo: 120, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 74, minutesAgo: 60, by: 'marcus' },
      { stage: 'quoted', daysAgo: 73, minutesAgo: 310, by: 'marcus' },
      { stage: 'won', daysAgo: 67, minutesAgo: 25, by: 'marcus' },
    ],
  },
  {
    key: 'castellan-heron',
    ...contact('castellan'),
    stage: 'won',
    value: '7530.00',
    source: 'cold_call',
    notes:
      'Bought a Heron with a Nest for the client lounge. Asked for espresso cups with a saucer; we do not sell them, gave two addresses. Plus plan paid a year ahead.',
    lastContact: ago(2, 145),
    history: [
      { stage: 'leads', daysAgo: 35, minutesAgo: 410, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 28, minutesAgo: 90, by: 'marcus' },
      { stage: 'quoted', daysAgo: 26, minutesAgo: 220, by: 'marcus' },
      { stage: 'needs_follow_up', daysAgo: 13, minutesAgo: 75, by: 'marcus' },
      { stage: 'won', daysAgo: 5, minutesAgo: 130, by: 'marcus' },
    ],
  },
];
