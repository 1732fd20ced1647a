import { describe, expect, it } from 'vitest';
import type { ReplyRequest } from '../port.ts';
import { replyTo, SOFTWARE } from './testing/requests.ts';

interface Story {
  readonly tells: string;
  readonly message: string;
  readonly with?: Partial<ReplyRequest>;
  /** What the reply must say. */
  readonly says: readonly (string | RegExp)[];
  /** What it must not say. */
  readonly spares?: readonly (string | RegExp)[];
  readonly cites: readonly string[];
}

const sales = { responseType: 'sales' } as const;
const software = { knowledge: SOFTWARE } as const;

const STORIES: readonly Story[] = [
  {
    tells: 'answers three questions of a buyer in turn and offers a quote',
    message:
      'Hi, we are a team of 25 people and need a coffee machine by June. How much is the BrewPro 200 and can it make hot chocolate? Do you deliver to Scotland?\n\nThanks,\nPriya Nair',
    with: sales,
    says: [
      'Hi Priya,',
      'you are a team of 25 people',
      '$1,490 to buy or $79 a month',
      'hot chocolate, cappuccino and tea',
      'Scotland',
      'written quote for a team of 25 people, with June in mind',
      'Sam Rivera\nNorthpeak',
    ],
    spares: ['[', '5% discount', 'hesitates', 'AquaPure'],
    cites: ['prices', 'call', 'delivery'],
  },
  {
    tells: 'leaves the delivery date of a late order to a person and answers the policy',
    message:
      "My order #1042 was supposed to arrive on 12 March and it still hasn't shown up. Can you tell me where it is? And what is your refund policy?",
    says: [
      'I am sorry that your order #1042 was supposed to arrive on 12 March',
      '[confirm the delivery date for order #1042, expected 12 March]',
      'You can return unused equipment within 30 days',
      '[say by when]',
    ],
    cites: ['delivery', 'returns'],
  },
  {
    tells: 'apologises to an angry customer in a calm voice and numbers the steps',
    message: 'THIS IS UNACCEPTABLE!!! OUR BREWPRO LEAKS FROM THE BOTTOM AND NOBODY ANSWERS THE PHONE. FIX IT TODAY OR I WANT MY MONEY BACK',
    says: [
      'I am very sorry that your BrewPro leaks from the bottom',
      'urgent',
      '1. Switch the machine off',
      '3. Push the seal back',
      'If it still leaks',
      /\[say whether and when: your money back\]/,
    ],
    spares: ['UNACCEPTABLE', '!!'],
    cites: ['leaks', 'returns'],
  },
  {
    tells: 'answers an objection with the discount that exists',
    message:
      'HubSpot quoted us $39 per seat for 30 seats. Your Business plan is more than we budgeted for. Can you do better on the price if we pay annually?',
    with: { ...sales, ...software },
    says: ['HubSpot quoted you $39 per seat', 'our Business plan is more than you budgeted for', '10% off when they pay annually'],
    spares: ['sorry'],
    cites: ['plans'],
  },
  {
    tells: 'does not claim an integration nobody told it about',
    message: 'Does Ledgerly integrate with Salesforce and Xero?',
    with: { ...sales, ...software },
    says: ['Salesforce, HubSpot and QuickBooks', '[confirm that this also holds for Xero]'],
    cites: ['connectors'],
  },
  {
    tells: 'gives the whole procedure for a password',
    message: 'How do I reset my password?',
    with: software,
    says: ['how to reset your password', '1. Open the sign-in page', '2. Enter your e-mail address', 'valid for one hour'],
    spares: ['['],
    cites: ['password'],
  },
  {
    tells: 'asks only for what a crash report lacks',
    message: 'The app crashes every time I upload a photo since yesterday. iPhone 14.',
    with: { ...software, customer: { name: 'Maria Lopez', company: null } },
    says: [
      'Hi Maria,',
      'I am sorry that the app crashes every time you upload a photo',
      'version 4.2',
      '1. Update the app',
      'a photo or screenshot',
    ],
    spares: ['since when', 'model or version'],
    cites: ['crash'],
  },
  {
    tells: 'thanks for praise in the words of the customer',
    message: 'Your engineer Ali did a fantastic job with our AquaPure 300 yesterday. Please pass on our thanks! - Mike',
    says: ['Hi Mike,', 'our engineer Ali did a fantastic job with your AquaPure 300'],
    spares: ['[', 'sorry', '$690'],
    cites: [],
  },
  {
    tells: 'lets a person check two amounts that differ',
    message: 'Our invoice INV-2210 shows $1,250.00 but your quote said $1,100. Please correct it by Friday. Regards, Tom Baker',
    says: [
      'your invoice INV-2210 shows $1,250.00 but our quote said $1,100',
      '[check invoice INV-2210 ($1,250.00 and $1,100) and confirm the correct amount]',
    ],
    cites: [],
  },
  {
    tells: 'prepares a quote with the list price beside it',
    message: 'Please send a quote for four AquaPure 300 for our office in Bristol, delivered before 1 May',
    with: { ...sales, customer: { name: 'Aisha Khan', company: 'Brightside Studio' } },
    says: ['Hi Aisha,', '[attach the quote for four AquaPure 300, requested for 1 May]', '$690'],
    spares: ['how many you need', '$1,490'],
    cites: ['prices'],
  },
  {
    tells: 'lets a person confirm an appointment',
    message: 'Can we have a call on Thursday at 3pm to see a demo?',
    with: { ...sales, ...software },
    says: ['a call on Thursday at 3pm', '[confirm Thursday at 3pm or propose another time]'],
    cites: [],
  },
  {
    tells: 'confirms no cancellation by itself but says what happens to the data',
    message: 'Please cancel our subscription as of 31 December. What happens to our data?',
    with: software,
    says: ['[confirm the cancellation, requested for 31 December', 'We keep your data for 90 days'],
    cites: ['cancelling'],
  },
  {
    tells: 'never repairs one product with the price list of another',
    message: 'Our AquaPure 300 stopped cooling on Monday and makes a strange noise.',
    says: ['your AquaPure 300 stopped cooling on Monday', /\[add the fix or next step for AquaPure 300/, 'a photo or screenshot'],
    spares: ['$690', 'drip tray', 'since when'],
    cites: [],
  },
  {
    tells: 'understands a second question that leans on the first',
    message: 'How often do I have to descale the BrewPro and how do I do it?',
    says: ['every 3 months', '1. Empty the water tank'],
    cites: ['descaling'],
  },
  {
    tells: 'answers a numbered list and marks what it does not know',
    message: '1. How do I reset my password?\n2. Is there a mobile app?\n3. What happens if I cancel?',
    with: software,
    says: ['Forgot password', '[confirm whether there is a mobile app]', 'cancel at any time'],
    cites: ['password', 'cancelling'],
  },
  {
    tells: 'answers a run-on message in small letters',
    message: 'hi there just wondering if the brewpro can be plumbed in directly also do u service machines on weekends',
    says: ['[confirm whether the BrewPro can be plumbed in directly]', '[confirm whether we service machines on weekends]'],
    cites: [],
  },
  {
    tells: 'compares two plans with a sentence for each',
    message: 'What are the differences between the Starter and Business plan?',
    with: { ...sales, ...software },
    says: ['$19 per seat', '$49 per seat'],
    cites: ['plans'],
  },
  {
    tells: 'takes an order without confirming it',
    message: "We'd like to go ahead with 25 seats on the Business plan starting 1 July.",
    with: { ...sales, ...software },
    says: ['[confirm the order for 25 seats (Business plan), from 1 July]', 'billing address'],
    cites: [],
  },
  {
    tells: 'leaves a recommendation to a person, with the numbers the customer gave',
    message: 'I run a dental practice with 8 staff and we drink about 30 coffees a day. What would you recommend?',
    with: sales,
    says: ['[recommend what fits 30 coffees and 8 staff]', 'you run a dental practice with 8 staff'],
    cites: [],
  },
  {
    tells: 'passes a request for a call on, with the number already known',
    message: 'can someone call me back on 020 7946 0011 about my contract',
    says: ['call you back on 020 7946 0011', '[say who will call, and when]', 'a good time to call'],
    spares: ['the number to reach you'],
    cites: [],
  },
  {
    tells: 'says when a refund is due without promising it, and repeats no insult',
    message: "You people are useless. I've been waiting THREE WEEKS for my refund of $690 for order #5518!!!",
    with: { customer: { name: 'Greg Stone', company: null } },
    says: [
      'Hi Greg,',
      "very sorry that you've been waiting three weeks for your refund of $690",
      '[confirm when the refund of $690 for order #5518 is paid]',
    ],
    spares: ['useless', 'people'],
    cites: [],
  },
  {
    tells: 'accepts a no',
    message: 'Not interested, please stop emailing me.',
    with: sales,
    says: ['I will leave it there'],
    spares: ['Next step'],
    cites: [],
  },
  {
    tells: 'follows up on news in which nothing is asked',
    message: 'We received the machine yesterday.',
    says: ['you received the machine yesterday', 'Is there anything you would like us to do'],
    cites: [],
  },
];

describe('a reply to a realistic message', () => {
  it.each(STORIES)('$tells', async ({ message, with: rest, says, spares = [], cites }) => {
    const reply = await replyTo(message, rest);
    for (const words of says) expect(reply.response).toMatch(words);
    for (const words of spares) expect(reply.response).not.toMatch(words);
    expect([...reply.cited].sort()).toEqual([...cites].sort());
  });

  it('is another one for each of the messages', async () => {
    const replies = await Promise.all(STORIES.map(({ message }) => replyTo(message, sales)));
    expect(new Set(replies.map(({ response }) => response)).size).toBe(STORIES.length);
  });

  it('differs in tone between sales and support', async () => {
    const message = 'How much is the BrewPro 200?';
    const [buying, asking] = await Promise.all([replyTo(message, sales), replyTo(message)]);
    expect(buying.response).toContain('written quote');
    expect(asking.response).not.toContain('written quote');
  });
});
