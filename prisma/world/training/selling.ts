import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** Competitors, and answers that have worked. */
export const SELLING_ANSWERS: readonly WorldTrainingItem[] = [
  {
    key: 'competitors',
    title: 'Comparison with Corvane Refreshments, Podmarch and Beanferry',
    category: 'knowledge',
    source: 'document',
    tags: ['competitor', 'corvane', 'podmarch', 'beanferry', 'comparison', 'capsules'],
    created: ago(81, 60),
    content: `Corvane Refreshments places a machine for a low rent, often $89 a month, but the contract runs 60 months and obliges the office to buy at least 30 pounds of Corvane coffee a month at about $19 a pound. Over a year an office of 40 people pays about $7,900 with Corvane and about $7,800 with a rented Heron and Weekday Blend. With us the term is 36 months, there is no coffee minimum, and a technician comes by the next business day instead of within five.

Podmarch sells capsule machines from $349. A Podmarch capsule costs 79 cents before milk, and 40 people use about 18,000 capsules a year. Capsules are simple and clean and suit fewer than 8 people; above that they cost almost twice as much per cup as a Heron.

Beanferry ships good beans at low prices but has no machines and no technicians. Some customers buy beans from Beanferry and rent a machine from us, which our rental allows.

We never speak badly of a competitor. We ask what the customer likes about the present supplier, when the contract ends, and what happened the last time the machine broke down.`,
  },
  {
    key: 'objection-price',
    title: 'Answer to: it is too expensive',
    category: 'response',
    source: 'manual',
    tags: ['objection', 'price', 'too expensive', 'budget', 'cost per cup'],
    created: ago(75, 45),
    content: `Thank you for being open about the budget. It helps to look at the cost per cup rather than at the monthly amount. A rented Heron for 40 people comes to about 43 cents per cup before milk, with service, water filters and all repairs included. Capsules usually cost 70 to 90 cents per cup, and a trip to the coffee shop costs $4 to $5 and fifteen minutes.

If the monthly amount is the limit, there are three honest ways to lower it. A smaller machine may be enough: a Wren rents for $129 a month and serves up to 25 people. You can buy the machine and take the Essential plan, which costs $59 a month for a Heron. Or we can offer a refurbished Heron for $4,350 with a 12-month warranty when one is available.

I would rather find the right size with you than sell you the largest machine. May I ask what you spend on coffee today, including the capsules and the milk? With that number I can show you the difference in two lines.`,
  },
  {
    key: 'objection-contract',
    title: 'Answer to: we are still under contract with another supplier',
    category: 'response',
    source: 'manual',
    tags: ['objection', 'contract', 'competitor', 'corvane', 'timing', 'switching'],
    created: ago(75, 50),
    content: `That is no problem, and there is no reason to pay for two machines. Please look for two things in your present contract: the end date, and the notice period. Many office coffee contracts renew by themselves for 12 months unless you write 60 or 90 days before the end.

If you tell me the end date, I will remind you two weeks before your notice is due and send a one-page letter you can adapt. We can also deliver our coffee to your present machine now, without a subscription, if your contract allows it.

If your contract ends within the next 4 months, we take the overlap on us: sign with us before it ends, and you pay no rent until the old machine has been collected, for at most 90 days. For a longer remaining term a tasting is still worthwhile, because your team can then decide with the taste in mind. The tasting is free and takes 45 minutes. Shall we put one on the calendar?`,
  },
  {
    key: 'objection-cleaning',
    title: 'Answer to: nobody here will clean it',
    category: 'response',
    source: 'callrail',
    tags: ['objection', 'cleaning', 'maintenance', 'office manager'],
    created: ago(72, 30),
    content: `You are right to ask, because cleaning is what people forget when they buy a machine. On a Heron, daily care takes about 5 minutes: empty the drip tray and the grounds box and wipe the spouts. The milk rinse runs by itself. Once a week someone adds a cleaning tablet and presses one button; the program takes 12 minutes and the screen shows every step.

On the installation day we train up to six people, so that it does not hang on one person, and a laminated card stays at the machine. If the cleaning is forgotten, the machine reminds people on the screen, and after 10 days it locks milk drinks, which usually wakes somebody up.

If you would rather not do it at all, our cleaning visits cost $48 each: a colleague of ours comes once or twice a week and does everything, including milk and beans. About one in six offices chooses this. Technical upkeep, such as filters and gaskets, is included in the Plus plan.`,
  },
  {
    key: 'objection-think',
    title: 'Answer to: we need to think about it, or to ask someone else',
    category: 'response',
    source: 'manual',
    tags: ['objection', 'decision maker', 'closing', 'follow-up', 'timing'],
    created: ago(71, 10),
    content: `Of course, take the time you need. So that I can help rather than chase you: is it the price, the timing, or something about the machine that you would like to look at again? And who else will have a say in it?

If someone else decides, I am glad to send a one-page summary with the cost per cup, the monthly amount, the term and the exit rules, written so that you can forward it as it is. I can also join a 15-minute call with your finance team or your facilities manager; they mostly ask about power, water and the notice period.

The quote is valid for 30 days and holds its price for that time. If you would like certainty first, the 30-day Taste Trial costs $249 for a Heron and is credited in full when you go ahead. What day next week would suit you for a short answer, even if the answer is no?`,
  },
  {
    key: 'answer-machine-down',
    title: 'Answer when a machine is down and the customer is upset',
    category: 'response',
    source: 'manual',
    tags: ['support', 'complaint', 'apology', 'machine down', 'technician', 'loan machine'],
    created: ago(70, 25),
    content: `I am sorry that your machine is down; a morning without coffee is not what you pay us for. Let us first see whether we can get it going now. Please tell me the error code on the screen and the serial number, which is on the silver plate behind the drip tray. Two thirds of all faults are solved on the phone in less than 15 minutes.

If we cannot solve it together, a technician comes by the next business day on the Plus plan, and on the same day on the Always On plan when you call before 11:00 a.m. If the repair takes longer than 2 business days on Plus, you receive a loan machine.

Where we missed a promised time, you receive a credit of one week's rent without having to ask for it. I stay responsible for this case until your machine runs, and I will call you back today before 5:00 p.m. in any case, with news or without.`,
  },
  {
    key: 'answer-upgrade',
    title: 'Answer to: our team has grown, do we need a bigger machine?',
    category: 'response',
    source: 'manual',
    tags: ['upgrade', 'trade-in', 'growth', 'heron', 'condor', 'second machine'],
    created: ago(66, 40),
    content: `Congratulations on the growth. A second machine or a larger one: the answer depends on the queue and on the floors. If people wait longer than 5 minutes in the morning, or if the Wren's tank is filled more than three times a day, it is time for a change.

If everyone sits on one floor, the larger machine is usually better. Renters can move from a Wren to a Heron, or from a Heron to a Condor, at any time without an exit fee; only the rent changes, to $279 a month for a Heron or $539 for a Condor, and a new 36-month term begins. Purchased machines that are less than 12 months old are traded in for 60 percent of their price.

If you have a second floor, a second machine is better, because people do not climb stairs for coffee. Two machines ordered together have a 5 percent discount. In the portal you find your cups per hour of the last 24 months; if you like, I will look at them with you on a 15-minute call and tell you honestly if you can wait.`,
  },
];
