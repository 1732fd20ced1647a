import { ago } from '../moment.ts';
import type { WorldLead } from '../types.ts';
import { contact } from './contact.ts';

export const NEEDS_FOLLOW_UP: readonly WorldLead[] = [
  {
    key: 'lakeside-bar-and-breakfast',
    ...contact('lakeside-hotel'),
    stage: 'needs_follow_up',
    value: '24255.00',
    source: 'website',
    notes:
      'Kestrel with Shrike for the bar, Condor for breakfast, 5 percent on the two machines. Bernard liked the showroom, then went quiet. His worry: nobody can steam milk at 6 a.m. Offer a second barista course.',
    lastContact: ago(17, 120),
    history: [
      { stage: 'leads', daysAgo: 78, minutesAgo: 500, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 59, minutesAgo: 240, by: 'demo' },
      { stage: 'quoted', daysAgo: 43, minutesAgo: 300, by: 'demo' },
      { stage: 'needs_follow_up', daysAgo: 17, minutesAgo: 110, by: 'demo' },
    ],
  },
  {
    key: 'meridian-condor',
    ...contact('meridian-freight'),
    stage: 'needs_follow_up',
    value: '19404.00',
    source: 'referral',
    notes:
      'Condor for the dispatch hall, three shifts. Was waiting for an electrician; the circuit is in since last week. Paula now wants to know whether Always On covers Saturday nights (it does not).',
    lastContact: ago(4, 75),
    history: [
      { stage: 'leads', daysAgo: 65, minutesAgo: 20, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 61, minutesAgo: 190, by: 'marcus' },
      { stage: 'quoted', daysAgo: 54, minutesAgo: 330, by: 'marcus' },
      { stage: 'waiting', daysAgo: 42, minutesAgo: 410, by: 'marcus' },
      { stage: 'needs_follow_up', daysAgo: 7, minutesAgo: 160, by: 'marcus' },
    ],
  },
  {
    key: 'tidewater-heron',
    ...contact('tidewater'),
    stage: 'needs_follow_up',
    value: '10044.00',
    source: 'linkedin',
    notes:
      'Found the first quote too high, asked for a Wren, then saw the queue herself and asked for the Heron again. Compare with Corvane at $89. Send the yearly sum, not the monthly one.',
    lastContact: ago(9, 310),
    history: [
      { stage: 'leads', daysAgo: 32, minutesAgo: 50, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 29, minutesAgo: 220, by: 'priya' },
      { stage: 'quoted', daysAgo: 27, minutesAgo: 100, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 20, minutesAgo: 370, by: 'priya' },
      { stage: 'quoted', daysAgo: 18, minutesAgo: 80, by: 'priya' },
      { stage: 'needs_follow_up', daysAgo: 9, minutesAgo: 300, by: 'priya' },
    ],
  },
  {
    key: 'bexley-hart',
    name: 'Imogen Hart',
    company: 'Bexley Hart Studio',
    email: 'imogen@bexleyhart.example',
    phone: '(614) 555-0128',
    stage: 'needs_follow_up',
    value: '4644.00',
    source: 'website',
    notes: 'Nine people, loves the Wren in the photo. Her partner decides and was on leave. Taste Trial at $99 offered. Back this week.',
    lastContact: ago(10, 45),
    history: [
      { stage: 'leads', daysAgo: 25, minutesAgo: 260, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 23, minutesAgo: 15, by: 'marcus' },
      { stage: 'quoted', daysAgo: 19, minutesAgo: 190, by: 'marcus' },
      { stage: 'needs_follow_up', daysAgo: 10, minutesAgo: 40, by: 'marcus' },
    ],
  },
  {
    key: 'stonebridge-coffee',
    ...contact('stonebridge'),
    stage: 'needs_follow_up',
    value: '2937.60',
    source: 'email',
    notes:
      'Own machine, wants only beans: four bags of Weekday a month. Asked for a second free sample for the other office. Sample sent, no answer yet.',
    lastContact: ago(6, 380),
    history: [
      { stage: 'leads', daysAgo: 30, minutesAgo: 145, by: 'priya' },
      { stage: 'quoted', daysAgo: 24, minutesAgo: 420, by: 'priya' },
      { stage: 'needs_follow_up', daysAgo: 6, minutesAgo: 375, by: 'priya' },
    ],
  },
  {
    key: 'gearhart-five-wrens',
    ...contact('gearhart'),
    stage: 'needs_follow_up',
    value: '21362.40',
    source: 'trade_show',
    notes:
      'Five dealerships, a Wren in each waiting room, 8 percent. Melissa has the signature, her brother holds the pen. He wants to hear another dealership about us: ask Red Barn as a reference instead.',
    lastContact: ago(1, 250),
    history: [
      { stage: 'leads', daysAgo: 70, minutesAgo: 380, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 53, minutesAgo: 60, by: 'demo' },
      { stage: 'quoted', daysAgo: 36, minutesAgo: 170, by: 'marcus' },
      { stage: 'needs_follow_up', daysAgo: 11, minutesAgo: 290, by: 'marcus' },
    ],
  },
];
