import { ago } from './moment.ts';
import type { WorldEmailTemplate, WorldResponseTemplate } from './types.ts';

/** Ready emails; the placeholders are filled per customer. */
export const EMAIL_TEMPLATES: readonly WorldEmailTemplate[] = [
  {
    key: 'welcome-installation',
    name: 'Welcome before the installation',
    type: 'welcome',
    subject: 'Welcome to {{company_name}}, {{first_name}}: three small things',
    body: `Hello {{customer_name}},

Welcome to {{company_name}}. Our technician comes on the agreed day and needs about two hours.

Three small things make the day easy:
- Please clear the counter, with six inches of air above the machine.
- Please make sure that somebody can open the water valve.
- Please invite up to six people to the 45-minute training at the end.

The starter box with coffee, cleaning tablets and cups comes with the technician. Your logins for the ordering portal go to {{email}} on the same day.

We look forward to the first cup.
{{company_name}}`,
    variables: ['company_name', 'first_name', 'customer_name', 'email'],
    usageCount: 31,
    created: ago(88, 40),
  },
  {
    key: 'follow-up-tasting',
    name: 'After a tasting',
    type: 'follow_up',
    subject: 'Your team has voted',
    body: `Hello {{first_name}},

Thank you for having us, and please thank your colleagues for their honest cards. The winner by a clear margin was Weekday Blend.

From what we saw in your kitchen, I would suggest the {{machine}}. A 20-minute video check of water and power makes it certain, and after that you have a written quote within one business day.

Would Thursday at 10:00 a.m. suit you? If another number is better than {{phone}}, just reply with it.

Kind regards
{{company_name}}`,
    variables: ['first_name', 'machine', 'phone', 'company_name'],
    usageCount: 46,
    created: ago(87, 15),
  },
  {
    key: 'follow-up-quiet-quote',
    name: 'A quote that has gone quiet',
    type: 'follow_up',
    subject: 'Should I hold the price, {{first_name}}, or close the file?',
    body: `Hello {{customer_name}},

My quote has been with you for a while, and I have not heard back. That usually means that something else is more urgent, that the number is too high, or that someone else has been chosen. All three are fine.

One word is enough: later, price, or no. For "later" I hold the price until the end of next month. For "price" I will look for a smaller way with you. For "no" I wish you good coffee, and would be glad to learn what decided it.

Kind regards
{{company_name}}`,
    variables: ['first_name', 'customer_name', 'company_name'],
    usageCount: 22,
    created: ago(71, 130),
  },
  {
    key: 'quote-rental',
    name: 'Quote for a rental',
    type: 'quote',
    subject: 'Your quote: {{machine}} at {{monthly_amount}} a month',
    body: `Hello {{customer_name}},

Here is your quote for one {{machine}} at {{monthly_amount}} a month on a 36-month rental. The rent includes the installation, the Plus service plan with a technician by the next business day, all parts and the water filters. It does not rise during the term.

You may leave after month 12 with 60 days' notice and a fee of three months' rent. The deposit is one month's rent. There is no obligation to buy our coffee.

The quote is valid for 30 days. If you would like to go ahead, reply with "yes" and we send the agreement for electronic signature to {{email}}.

Kind regards
{{company_name}}`,
    variables: ['machine', 'monthly_amount', 'customer_name', 'email', 'company_name'],
    usageCount: 38,
    created: ago(86, 70),
  },
  {
    key: 'proposal-several-sites',
    name: 'Proposal for several sites',
    type: 'proposal',
    subject: 'Coffee for all your locations: our proposal',
    body: `Dear {{customer_name}},

Thank you for showing us your locations. This is what we propose.

One machine per location, sized by the people in it, all of the same family, so that whoever knows one knows them all. Three to five machines carry a discount of 8 percent, six or more 12 percent. Each location has its own delivery address, its own approver and its own purchase order number in the portal.

We install two locations a week and train up to six people in each. Your contact stays the same person for all of them.

The next step is a video check of 20 minutes per location. If you name a colleague for each, we will arrange the rest with them and report back to you once a week.

Sincerely
{{company_name}}`,
    variables: ['customer_name', 'company_name'],
    usageCount: 9,
    created: ago(66, 25),
  },
  {
    key: 'support-breakdown',
    name: 'After a breakdown',
    type: 'support',
    subject: 'Your machine is running again, and what we owe you',
    body: `Hello {{first_name}},

Your machine is running again. The cause was a worn part that has been replaced; it is covered, and you pay nothing.

Where we missed a promised time, you will see a credit of one week's rent on your next invoice. Nothing has to be done on your side.

Should the same message come back, call (614) 555-0100 and mention this email. You will be put through to me without explaining it again. I will also call you in a week on {{phone}} to ask whether all is well.

I am sorry for the lost mornings.
{{company_name}}`,
    variables: ['first_name', 'phone', 'company_name'],
    usageCount: 14,
    created: ago(62, 320),
  },
  {
    key: 'support-filter-due',
    name: 'Water filter is due',
    type: 'support',
    subject: 'A new water filter for your machine',
    body: `Hello {{customer_name}},

The water filter in your machine has served six months or 1,300 gallons and should be changed within the next two weeks. An old filter slows the water and lets limescale through.

If you rent or have a Plus or Always On plan, our technician brings the cartridge and changes it for free; we will call you on {{phone}} for a time. Otherwise the cartridge costs $84 in the portal, and changing it takes five minutes.

Kind regards
{{company_name}}`,
    variables: ['customer_name', 'phone', 'company_name'],
    usageCount: 53,
    created: ago(58, 45),
  },
  {
    key: 'newsletter-first-light',
    name: 'Newsletter: the new First Light',
    type: 'newsletter',
    subject: 'The new First Light has arrived',
    body: `Hello {{first_name}},

First Light has changed with the season. The new one tastes of apricot and brown sugar, and it forgives milk better than the last. We roast it on Tuesdays and Thursdays, and it costs $79 for 5 pounds or $71.10 on subscription.

A tip from our workshop: set the grind one step finer than for Weekday Blend and make two cups before you judge.

And a request. If you recommend us, you receive a credit of $150 once the new customer has had a machine for 60 days, and they receive 10 pounds of coffee.

Until the next roast
{{company_name}}`,
    variables: ['first_name', 'company_name'],
    usageCount: 6,
    created: ago(33, 200),
  },
];

/** Short answers for the Response Center. */
export const RESPONSE_TEMPLATES: readonly WorldResponseTemplate[] = [
  {
    key: 'answer-which-machine',
    name: 'Which machine is right?',
    type: 'sales',
    content: `Hello {{customer_name}}, thank you for asking. For up to 25 people we recommend the Wren at $129 a month, for 25 to 80 people the Heron at $279, and for 80 to 250 people the Condor at $539, each with service included. How many people are with you on the busiest day, and is there a water line in the kitchen? With these two answers I can send you an exact quote today.`,
    variables: ['customer_name'],
    created: ago(85, 55),
  },
  {
    key: 'answer-tasting',
    name: 'Invitation to a tasting',
    type: 'sales',
    content: `Hello {{customer_name}}, the best way to decide is to taste. We come to your office with a Wren and three coffees, it takes 45 minutes and costs nothing. Up to 20 of your colleagues vote on cards, and you see the result at once. Would a Tuesday, Wednesday or Thursday suit you better?`,
    variables: ['customer_name'],
    created: ago(78, 20),
  },
  {
    key: 'answer-first-steps',
    name: 'First questions to a fault',
    type: 'support',
    content: `Hello {{customer_name}}, I am sorry that the machine is giving you trouble. Please send me the error code on the screen and the serial number from the silver plate behind the drip tray. If water is leaking, first close the valve and pull the plug. Two thirds of all faults are solved in less than 15 minutes; if yours is not, a technician comes as your service plan says.`,
    variables: ['customer_name'],
    created: ago(84, 310),
  },
  {
    key: 'answer-missing-parcel',
    name: 'Parcel not arrived',
    type: 'support',
    content: `Hello {{customer_name}}, thank you for telling us. Parcels normally arrive within 2 business days. Please send me the order number; if it is older than 3 business days, a replacement leaves us today and you do not have to wait for the carrier's search. The tracking number is in the portal under Orders.`,
    variables: ['customer_name'],
    created: ago(69, 95),
  },
];
