import { describe, expect, it } from 'vitest';
import type { ReplyRequest } from '../port.ts';
import { replyTo, SOFTWARE } from './testing/requests.ts';

interface Story {
  readonly title: string;
  readonly message: string;
  readonly with?: Partial<ReplyRequest>;
  /** What the reply must say. */
  readonly says: readonly string[];
  /** What it must not say. */
  readonly omits?: readonly string[];
  readonly cites: readonly string[];
}

const sales = { responseType: 'sales' } as const;
const software = { knowledge: SOFTWARE } as const;

const STORIES: readonly Story[] = [
  {
    title: 'answers a buyer’s questions in turn and offers a quote',
    message:
      'Hi, we are a team of 25 people and need a coffee machine by June. How much is the BrewPro 200? Do you deliver to Scotland?\n\nThanks,\nPriya Nair',
    with: sales,
    says: ['Hi Priya,', '$1,490 to buy or $79 a month', 'Scotland', 'written quote for a team of 25 people?', 'Sam Rivera\nNorthpeak'],
    omits: ['[', '5% discount', 'hesitates'],
    cites: ['prices', 'delivery'],
  },
  {
    title: 'answers the policy and leaves a late order to a colleague',
    message:
      "My order #1042 was supposed to arrive on 12 March and it still hasn't shown up. Can you tell me where it is? And what is your refund policy?",
    says: ['I am sorry for the trouble.', 'You can return unused equipment within 30 days', 'the delivery (order #1042)', '[by when]'],
    omits: ['your order number'],
    cites: ['returns'],
  },
  {
    title: 'apologizes to an angry customer in a calm voice and numbers the steps',
    message: 'THIS IS UNACCEPTABLE!!! OUR BREWPRO LEAKS FROM THE BOTTOM AND NOBODY ANSWERS THE PHONE. FIX IT TODAY OR I WANT MY MONEY BACK',
    says: ['I am very sorry about this', '1. Switch the machine off', '3. Push the seal back', 'If it still leaks', '[by when]'],
    omits: ['UNACCEPTABLE', '!!'],
    cites: ['leaks', 'returns'],
  },
  {
    title: 'answers an objection with the discount that exists',
    message:
      'HubSpot quoted us $39 per seat for 30 seats. Your Business plan is more than we budgeted for. Can you do better on the price if we pay annually?',
    with: { ...sales, ...software },
    says: ['10% off when they pay annually', 'written quote for 30 seats?'],
    omits: ['sorry', 'HubSpot'],
    cites: ['plans'],
  },
  {
    title: 'has a name confirmed that the knowledge does not mention',
    message: 'Does Ledgerly integrate with Salesforce and Xero?',
    with: { ...sales, ...software },
    says: ['Salesforce, HubSpot and QuickBooks', 'whether this also holds for Xero', '[by when]'],
    cites: ['connectors'],
  },
  {
    title: 'gives the steps against a crash and says what to send if they do not help',
    message: 'The app crashes every time I upload a photo since yesterday. iPhone 14.',
    with: { ...software, customer: { name: 'Maria Lopez', company: null } },
    says: ['Hi Maria,', 'I am sorry for the trouble.', 'version 4.2', '1. Update the app', 'a photo'],
    omits: ['['],
    cites: ['crash'],
  },
  {
    title: 'thanks for praise without repeating it',
    message: 'Your engineer Ali did a fantastic job with our AquaPure 300 yesterday. Please pass on our thanks! - Mike',
    says: ['Hi Mike,', 'I am glad to hear it'],
    omits: ['[', 'sorry', '$690', 'Ali'],
    cites: [],
  },
  {
    title: 'leaves two amounts that differ to a colleague',
    message: 'Our invoice INV-2210 shows $1,250.00 but your quote said $1,100. Please correct it by Friday. Regards, Tom Baker',
    says: ['the invoice (invoice INV-2210)', '[by when]'],
    omits: ['$1,490'],
    cites: [],
  },
  {
    title: 'leaves an appointment to a colleague',
    message: 'Can we have a call on Thursday at 3pm to see a demo?',
    with: { ...sales, ...software },
    says: ['your request for a call on Thursday at 3pm', '[by when]'],
    cites: [],
  },
  {
    title: 'never repairs one product with the price list of another',
    message: 'Our AquaPure 300 stopped cooling on Monday and makes a strange noise.',
    says: ['I am sorry for the trouble.', '[by when]', 'send a photo'],
    omits: ['$690', 'drip tray'],
    cites: [],
  },
  {
    title: 'compares two plans',
    message: 'What are the differences between the Starter and Business plan?',
    with: { ...sales, ...software },
    says: ['$19 per seat', '$49 per seat'],
    cites: ['plans'],
  },
  {
    title: 'does not confirm an order',
    message: "We'd like to go ahead with 25 seats on the Business plan starting 1 July.",
    with: { ...sales, ...software },
    says: ['your request to go ahead with 25 seats', '[by when]'],
    omits: ['confirmed'],
    cites: ['plans'],
  },
  {
    title: 'promises no refund and repeats no insult',
    message: "You people are useless. I've been waiting THREE WEEKS for my refund of $690 for order #5518!!!",
    with: { customer: { name: 'Greg Stone', company: null } },
    says: ['Hi Greg,', 'I am very sorry about this', 'within 5 working days after we receive the goods', '(order #5518)', '[by when]'],
    omits: ['useless', 'people'],
    cites: ['returns'],
  },
  {
    title: 'accepts a no',
    message: 'Not interested, please stop emailing me.',
    with: sales,
    says: ['Thank you for letting me know.'],
    omits: ['call help', '['],
    cites: [],
  },
  {
    title: 'asks what is needed when a message says nothing that can be answered',
    message: 'We received the machine yesterday.',
    says: ['What can I help you with?'],
    omits: ['yesterday', '['],
    cites: [],
  },
];

describe('a reply to a realistic message', () => {
  it.each(STORIES)('$title', async ({ message, with: rest, says, omits = [], cites }) => {
    const reply = await replyTo(message, rest);
    for (const words of says) expect(reply.response).toContain(words);
    for (const words of omits) expect(reply.response).not.toContain(words);
    expect([...reply.cited].sort()).toEqual([...cites].sort());
  });

  it('differs in tone between sales and support', async () => {
    const message = 'How much is the BrewPro 200?';
    const [buying, asking] = await Promise.all([replyTo(message, sales), replyTo(message)]);
    expect(buying.response).toContain('written quote');
    expect(asking.response).not.toContain('written quote');
  });
});
