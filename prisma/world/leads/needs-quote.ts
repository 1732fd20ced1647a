import { ago } from '../moment.ts';
import type { WorldLead } from '../types.ts';
import { contact } from './contact.ts';

export const NEEDS_QUOTE: readonly WorldLead[] = [
  {
    key: 'cardinal-ridge',
    name: 'Philippa Stroud',
    company: 'Cardinal Ridge Medical Center',
    email: 'pstroud@cardinalridge.example',
    phone: '(513) 555-0150 ext. 7711',
    stage: 'needs_quote',
    value: '48000.00',
    source: 'referral',
    notes:
      'Three staff lounges and the visitors’ atrium: three Condors and a Heron, bought, with Always On. Purchasing wants cXML punchout and net 60; we offer net 30. The quote must name the noise level at night.',
    lastContact: ago(0, 320),
    history: [
      { stage: 'leads', daysAgo: 11, minutesAgo: 150, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 2, minutesAgo: 60, by: 'demo' },
    ],
  },
  {
    key: 'kepler-two-herons',
    ...contact('kepler'),
    stage: 'needs_quote',
    value: '19083.60',
    source: 'website',
    notes:
      'Coworking on two floors, members pay for nothing. Wants cup counts per floor to argue with his investors; Pulse shows them. Quote promised for tomorrow.',
    lastContact: ago(1, 110),
    history: [
      { stage: 'leads', daysAgo: 8, minutesAgo: 180, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 3, minutesAgo: 45, by: 'priya' },
    ],
  },
  {
    key: 'riverbend-wren',
    ...contact('riverbend'),
    stage: 'needs_quote',
    value: '4644.00',
    source: 'cold_call',
    notes:
      '14 people, one kitchen without water. Wren rental. Theresa needs the 12-month exit rule in writing because the lease of the office is short.',
    lastContact: ago(3, 20),
    history: [
      { stage: 'leads', daysAgo: 12, minutesAgo: 270, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 6, minutesAgo: 140, by: 'marcus' },
    ],
  },
  {
    key: 'larch-heron',
    ...contact('larch-media'),
    stage: 'needs_quote',
    value: '10044.00',
    source: 'linkedin',
    notes:
      '34 people, two of them former baristas who will judge everything. Taste Trial of the Heron is running; quote due before it ends.',
    lastContact: ago(5, 60),
    history: [
      { stage: 'leads', daysAgo: 16, minutesAgo: 25, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 7, minutesAgo: 330, by: 'marcus' },
    ],
  },
  {
    key: 'sable-stone',
    name: 'Leander Voss',
    company: 'Sable & Stone Interiors',
    email: 'leander@sableandstone.example',
    phone: '6145550145',
    stage: 'needs_quote',
    value: '2890.00',
    source: 'website',
    notes: 'Asks for the Wren in matt black, which does not exist. Would take anthracite. Five people and many clients.',
    lastContact: ago(14, 390),
    history: [
      { stage: 'leads', daysAgo: 29, minutesAgo: 100, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 19, minutesAgo: 15, by: 'priya' },
    ],
  },
  {
    key: 'fallow-creek',
    name: 'Bernadette Nowak',
    company: 'Fallow Creek Transit',
    email: 'bnowak@fallowcreektransit.example',
    phone: '(740) 555-0127',
    stage: 'needs_quote',
    value: '16000.00',
    source: 'trade_show',
    notes:
      'Drivers’ room, 24 hours a day. Public tender below $20k, three offers needed. Send ours as PDF with the delivery time on the first page.',
    lastContact: ago(8, 310),
    history: [
      { stage: 'leads', daysAgo: 33, minutesAgo: 260, by: 'demo' },
      { stage: 'needs_quote', daysAgo: 9, minutesAgo: 90, by: 'demo' },
    ],
  },
  {
    key: 'marigold-always-on',
    ...contact('marigold'),
    stage: 'needs_quote',
    value: '1200.00',
    source: 'email',
    notes: 'Upgrade of the Wren from Plus to Always On, and decaf on subscription for the waiting room. A small deal and a loyal one.',
    lastContact: ago(2, 510),
    history: [
      { stage: 'leads', daysAgo: 7, minutesAgo: 400, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 4, minutesAgo: 215, by: 'priya' },
    ],
  },
  {
    key: 'quill-compass',
    name: 'Edmund Farrow',
    company: 'Quill & Compass Publishing',
    email: 'efarrow@quillcompass.example',
    phone: '412-555-0171',
    stage: 'needs_quote',
    value: '10044.00',
    source: 'referral',
    notes:
      'Had a quote that lapsed after 30 days while they moved house. The new kitchen has a water line. Needs a fresh quote with the new address.',
    lastContact: ago(13, 70),
    history: [
      { stage: 'leads', daysAgo: 75, minutesAgo: 310, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 68, minutesAgo: 40, by: 'priya' },
      { stage: 'quoted', daysAgo: 64, minutesAgo: 220, by: 'priya' },
      { stage: 'waiting', daysAgo: 48, minutesAgo: 350, by: 'priya' },
      { stage: 'needs_quote', daysAgo: 13, minutesAgo: 65, by: 'priya' },
    ],
  },
  {
    key: 'veritas-second',
    ...contact('veritas-lab'),
    stage: 'needs_quote',
    value: '6450.00',
    source: 'other',
    notes:
      'Second Heron for the new clean-room wing. Nothing may be plumbed there; check the 5-gallon tank kit with the workshop before quoting.',
    lastContact: ago(16, 240),
    history: [
      { stage: 'leads', daysAgo: 23, minutesAgo: 130, by: 'marcus' },
      { stage: 'needs_quote', daysAgo: 17, minutesAgo: 20, by: 'marcus' },
    ],
  },
];
