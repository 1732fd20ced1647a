import { ago } from '../moment.ts';
import type { WorldLead } from '../types.ts';
import { contact } from './contact.ts';

export const QUOTED: readonly WorldLead[] = [
  {
    key: 'harborview-three-herons',
    ...contact('harborview'),
    stage: 'quoted',
    value: '27721.44',
    source: 'referral',
    notes:
      'Three practices move from Wrens to Herons, 8 percent. Dr. Okafor wants oat milk for the waiting rooms and the quiet grinder setting. The tank leak in the Lewis Street practice was handled well; mention it.',
    lastContact: ago(2, 95),
    history: [
      { stage: 'leads', daysAgo: 27, minutesAgo: 330, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 13, minutesAgo: 240, by: 'demo' },
      { stage: 'quoted', daysAgo: 3, minutesAgo: 130, by: 'demo' },
    ],
  },
  {
    key: 'tessellate-condor',
    ...contact('tessellate'),
    stage: 'quoted',
    value: '19404.00',
    source: 'website',
    notes:
      'Heron at its limit: 110 people, queue of fifteen after stand-up. Condor on the second floor, Heron moves to the third. Jonah must show the board the cost per cup against the coffee shop.',
    lastContact: ago(1, 40),
    history: [
      { stage: 'leads', daysAgo: 22, minutesAgo: 210, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 16, minutesAgo: 95, by: 'marcus' },
      { stage: 'quoted', daysAgo: 6, minutesAgo: 350, by: 'marcus' },
    ],
  },
  {
    key: 'cobalt-two-herons',
    ...contact('cobalt'),
    stage: 'quoted',
    value: '19083.60',
    source: 'linkedin',
    notes:
      'Security review before anything else. Sent the Pulse data sheet and the vendor questionnaire. Yuki asked whether the SIM can come out: yes, free of charge.',
    lastContact: ago(4, 20),
    history: [
      { stage: 'leads', daysAgo: 20, minutesAgo: 90, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 14, minutesAgo: 310, by: 'priya' },
      { stage: 'quoted', daysAgo: 8, minutesAgo: 65, by: 'priya' },
    ],
  },
  {
    key: 'union-depot-bars',
    ...contact('union-depot'),
    stage: 'quoted',
    value: '22620.00',
    source: 'referral',
    notes:
      'Two bars, two Kestrels with Shrikes. Wedding season ahead: must be installed four weeks before the first. Carl bargains for sport; the two-machine discount is already in.',
    lastContact: ago(7, 200),
    history: [
      { stage: 'leads', daysAgo: 24, minutesAgo: 340, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 17, minutesAgo: 180, by: 'demo' },
      { stage: 'quoted', daysAgo: 10, minutesAgo: 410, by: 'demo' },
    ],
  },
  {
    key: 'pemberton',
    name: 'Victor Pemberton',
    company: 'Pemberton Actuarial',
    email: 'v.pemberton@pembertonactuarial.example',
    phone: '+1 216 555 0198',
    stage: 'quoted',
    value: '7530.00',
    source: 'cold_call',
    notes:
      'Has his own spreadsheet, agrees with our cost per cup to the tenth of a cent. Buys rather than rents. Third week of silence: use the short nudge.',
    lastContact: ago(21, 15),
    history: [
      { stage: 'leads', daysAgo: 47, minutesAgo: 280, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 38, minutesAgo: 70, by: 'marcus' },
      { stage: 'quoted', daysAgo: 22, minutesAgo: 500, by: 'marcus' },
    ],
  },
  {
    key: 'wildrose',
    name: 'Tamsin Doyle',
    company: 'Wildrose Yoga Collective',
    email: 'tamsin@wildroseyoga.example',
    phone: '614.555.0112',
    stage: 'quoted',
    value: '3580.00',
    source: 'website',
    notes: 'Buys a Wren with a Nest; only oat milk. Asked whether the milk hose has ever touched dairy: a new machine, so no.',
    lastContact: ago(3, 440),
    history: [
      { stage: 'leads', daysAgo: 9, minutesAgo: 300, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 8, minutesAgo: 60, by: 'priya' },
      { stage: 'quoted', daysAgo: 5, minutesAgo: 210, by: 'priya' },
    ],
  },
  {
    key: 'hartwell-library',
    name: 'Constance Meyer',
    company: 'Hartwell County Library',
    email: 'cmeyer@hartwelllibrary.example',
    phone: '(937) 555-0141',
    stage: 'quoted',
    value: '12777.00',
    source: 'email',
    notes:
      'Two Herons bought for the reading rooms at the 7 percent for nonprofits. Certificate received. The noise of the grinder is her only worry; the quiet setting takes six seconds longer.',
    lastContact: ago(12, 130),
    history: [
      { stage: 'leads', daysAgo: 40, minutesAgo: 90, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 30, minutesAgo: 350, by: 'priya' },
      { stage: 'quoted', daysAgo: 15, minutesAgo: 250, by: 'priya' },
    ],
  },
  {
    key: 'redbarn-branches',
    ...contact('redbarn'),
    stage: 'quoted',
    value: '17089.92',
    source: 'other',
    notes:
      'Happy with the Heron at headquarters since the start. Four branches get a rented Wren each, 8 percent. Margaret needs a purchase order number per branch on the invoices; the portal can do it.',
    lastContact: ago(0, 190),
    history: [
      { stage: 'leads', daysAgo: 18, minutesAgo: 400, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 10, minutesAgo: 30, by: 'marcus' },
      { stage: 'quoted', daysAgo: 2, minutesAgo: 260, by: 'marcus' },
    ],
  },
];
