import { ago } from './moment.ts';
import type { ExampleMessage, WorldReply } from './types.ts';

/** Messages of the last weeks; the assistant answers them when the demo is set up. */
export const REPLIES: readonly WorldReply[] = [
  {
    key: 'kepler-which-machine',
    responseType: 'sales',
    message:
      'Hi, we run a coworking space with about 60 members on two floors. Which of your machines would you recommend, and what would it cost per month including service? Do we need plumbing for it?',
    customer: 'kepler',
    lead: 'kepler-two-herons',
    by: 'priya',
    used: true,
    at: ago(7, 420),
  },
  {
    key: 'wildrose-descale-vinegar',
    responseType: 'support',
    message:
      'Quick question before we buy: how do you descale the Wren, and can we just use vinegar? We try to avoid chemicals in the studio.',
    lead: 'wildrose',
    by: 'priya',
    used: true,
    at: ago(5, 330),
  },
  {
    key: 'riverbend-exit',
    responseType: 'sales',
    message:
      'Our office lease ends in 20 months. Before I sign a 36-month rental for a Wren I need to know what happens if we have to leave early. What is the exit fee and how much notice do you need?',
    customer: 'riverbend',
    lead: 'riverbend-wren',
    by: 'marcus',
    used: true,
    at: ago(6, 60),
  },
  {
    key: 'lumen-bitter',
    responseType: 'support',
    message:
      'Since Monday everything from our Heron tastes bitter, even the cappuccino. Nobody changed anything. What should we try first?',
    customer: 'lumen',
    by: 'priya',
    used: true,
    at: ago(2, 300),
  },
  {
    key: 'tidewater-corvane',
    responseType: 'sales',
    message:
      'Corvane offers us a machine for $89 a month. Your Heron is $279. I have to explain the difference to my director. Can you help me compare the two, please for a whole year?',
    customer: 'tidewater',
    lead: 'tidewater-heron',
    by: 'priya',
    used: true,
    at: ago(10, 480),
  },
  {
    key: 'brightwater-missing-parcel',
    responseType: 'support',
    message:
      'We ordered coffee five business days ago and nothing has arrived. There is no tracking number in my inbox either. Where is our delivery?',
    customer: 'brightwater',
    by: 'demo',
    used: true,
    at: ago(13, 200),
  },
  {
    key: 'cobalt-wifi',
    responseType: 'sales',
    message:
      'Our security team asks: does the machine connect to our Wi-Fi, what data does the remote monitoring send, and can we have the SIM removed?',
    customer: 'cobalt',
    lead: 'cobalt-two-herons',
    by: 'priya',
    used: true,
    at: ago(11, 90),
  },
  {
    key: 'summit-milk',
    responseType: 'support',
    message:
      'Our new Condor says "Milk locked" this morning and will only make black coffee. I have a building full of unhappy surgeons. How do I unlock it?',
    customer: 'summit-ortho',
    lead: 'summit-condor',
    by: 'demo',
    used: false,
    at: ago(3, 390),
  },
  {
    key: 'old-mill-kestrel',
    responseType: 'sales',
    message:
      'We are a small theater with volunteers behind the bar and 240 guests in a twenty-minute intermission. I love the look of the Kestrel. What does it cost with a grinder, how long is delivery, and is it right for us?',
    lead: 'old-mill',
    by: 'priya',
    used: false,
    at: ago(9, 500),
  },
  {
    key: 'olive-street-invoice',
    responseType: 'support',
    message:
      'Why does my first invoice show two amounts for one machine? I also think my card was charged twice this month. Please explain, and refund what is wrong.',
    customer: 'olive-street',
    by: 'priya',
    used: true,
    at: ago(17, 540),
  },
  {
    key: 'hartwell-discount',
    responseType: 'sales',
    message:
      'We are a public library. Is there a nonprofit discount on two Herons, can it be combined with the discount for two machines, and how long is your quote valid?',
    lead: 'hartwell-library',
    by: 'priya',
    used: false,
    at: ago(16, 75),
  },
  {
    key: 'gearhart-cleaning',
    responseType: 'sales',
    message:
      'My brother says nobody in the service department will ever clean a milk machine. How much work is the cleaning really, every day and every week? Could you do it for us?',
    customer: 'gearhart',
    lead: 'gearhart-five-wrens',
    by: 'marcus',
    used: true,
    at: ago(1, 200),
  },
];

/** Messages that show what the assistant can do. */
export const EXAMPLE_MESSAGES: readonly ExampleMessage[] = [
  {
    responseType: 'sales',
    message:
      'Hello, we are an architecture office with 40 people and are tired of capsules. What would your Heron cost us per month and per cup, what is included, and how soon could it be installed? Could we try it first?',
  },
  {
    responseType: 'sales',
    message: 'Honestly, $279 a month is too expensive for us. Is there any way to bring that down, maybe a discount or a used machine?',
  },
  {
    responseType: 'support',
    message:
      'Our Heron shows error H14 and beeps. We have guests in half an hour. What can I do right now, and is a repair covered by the warranty?',
  },
  {
    responseType: 'support',
    message:
      'Two bags in our last order arrived torn open, and I would also like to send back an unopened bag of decaf. How do returns and refunds work?',
  },
];
