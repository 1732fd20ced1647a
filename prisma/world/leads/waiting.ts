import { ago } from '../moment.ts';
import type { WorldLead } from '../types.ts';
import { contact } from './contact.ts';

export const WAITING: readonly WorldLead[] = [
  {
    key: 'ridgeway-six-herons',
    ...contact('ridgeway'),
    stage: 'waiting',
    value: '36396.00',
    source: 'referral',
    notes:
      'Six staff rooms, six Herons bought, 12 percent (better than the school 7). The board votes at its next monthly meeting; Susan presents. She asked for a sheet on electricity use and has it.',
    lastContact: ago(11, 240),
    history: [
      { stage: 'leads', daysAgo: 46, minutesAgo: 580, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 41, minutesAgo: 150, by: 'demo' },
      { stage: 'quoted', daysAgo: 34, minutesAgo: 60, by: 'demo' },
      { stage: 'waiting', daysAgo: 21, minutesAgo: 320, by: 'demo' },
    ],
  },
  {
    key: 'copperleaf-condors',
    ...contact('copperleaf'),
    stage: 'waiting',
    value: '36867.60',
    source: 'email',
    notes:
      'Two rented Condors for the dining halls. Needs decaf all day and a rail for wheelchairs in front of the machine. New budget year starts next month; Denise calls then.',
    lastContact: ago(18, 30),
    history: [
      { stage: 'leads', daysAgo: 83, minutesAgo: 200, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 77, minutesAgo: 410, by: 'priya' },
      { stage: 'quoted', daysAgo: 70, minutesAgo: 45, by: 'priya' },
      { stage: 'needs_follow_up', daysAgo: 55, minutesAgo: 130, by: 'priya' },
      { stage: 'waiting', daysAgo: 37, minutesAgo: 260, by: 'priya' },
    ],
  },
  {
    key: 'delta-nine-three-sites',
    ...contact('delta-nine'),
    stage: 'waiting',
    value: '27721.44',
    source: 'cold_call',
    notes:
      'Three dispatch offices in Louisville, three rented Herons with 8 percent. Legal is reading the rental agreement; their question is liability for water damage.',
    lastContact: ago(5, 390),
    history: [
      { stage: 'leads', daysAgo: 48, minutesAgo: 500, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 39, minutesAgo: 75, by: 'marcus' },
      { stage: 'quoted', daysAgo: 32, minutesAgo: 180, by: 'marcus' },
      { stage: 'waiting', daysAgo: 12, minutesAgo: 20, by: 'marcus' },
    ],
  },
  {
    key: 'wexford-switch',
    ...contact('wexford'),
    stage: 'waiting',
    value: '10044.00',
    source: 'linkedin',
    notes:
      'Under contract with Corvane for another ten weeks; notice letter went out. Signs with us four weeks before the end so that the overlap is on us. Remind Ian about the water line.',
    lastContact: ago(25, 100),
    history: [
      { stage: 'leads', daysAgo: 86, minutesAgo: 90, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 62, minutesAgo: 350, by: 'priya' },
      { stage: 'quoted', daysAgo: 58, minutesAgo: 210, by: 'priya' },
      { stage: 'waiting', daysAgo: 45, minutesAgo: 15, by: 'demo' },
    ],
  },
  {
    key: 'tallow-rye',
    name: 'Nell Ashworth',
    company: 'Tallow & Rye Bakery',
    email: 'nell@tallowandrye.example',
    phone: '614-555-0115',
    stage: 'waiting',
    value: '11800.00',
    source: 'trade_show',
    notes:
      'Opens a second shop with seats. The landlord has to approve the 208-volt circuit before she orders the Kestrel. Bakes from 3 a.m., so call after 1 p.m.',
    lastContact: ago(8, 60),
    history: [
      { stage: 'leads', daysAgo: 31, minutesAgo: 300, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 27, minutesAgo: 45, by: 'marcus' },
      { stage: 'quoted', daysAgo: 22, minutesAgo: 360, by: 'marcus' },
      { stage: 'needs_follow_up', daysAgo: 15, minutesAgo: 200, by: 'marcus' },
      { stage: 'waiting', daysAgo: 8, minutesAgo: 55, by: 'marcus' },
    ],
  },
];
