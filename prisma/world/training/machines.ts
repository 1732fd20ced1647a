import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** What we sell and what it costs. */
export const MACHINE_FACTS: readonly WorldTrainingItem[] = [
  {
    key: 'wren-facts',
    title: 'Wren: price, capacity and who it suits',
    category: 'knowledge',
    source: 'manual',
    tags: ['wren', 'machine', 'price', 'small office', 'rental'],
    created: ago(89, 60),
    content: `The Wren is our countertop bean-to-cup machine for offices of up to 25 people. The Wren costs $2,890 to buy, or $129 a month on a 36-month rental that includes the Plus service plan. It makes up to 60 drinks a day and serves espresso, americano, cappuccino, latte, hot chocolate and hot water from a touch screen.

The Wren has a 1-gallon water tank, so it needs no plumbing, only a standard 120-volt outlet. It measures 14 inches wide, 20 inches deep and 23 inches high, and weighs 46 pounds. The bean hopper holds 2 pounds of coffee, which is about 100 cups. Milk comes from a carton in the Nest milk fridge beside it; the Nest costs $690 and holds 2.1 gallons.

The first espresso is ready 3 minutes after switching on, and a cappuccino takes 45 seconds. The Wren suits a team that drinks fewer than 60 cups a day and wants no building work. For 26 people or more we recommend the Heron, because refilling the tank becomes a chore.`,
  },
  {
    key: 'heron-facts',
    title: 'Heron: price, capacity and who it suits',
    category: 'knowledge',
    source: 'manual',
    tags: ['heron', 'machine', 'price', 'medium office', 'rental'],
    created: ago(89, 62),
    content: `The Heron is our plumbed bean-to-cup machine for offices of 25 to 80 people. The Heron costs $6,450 to buy, or $279 a month on a 36-month rental that includes the Plus service plan. It makes up to 150 drinks a day and up to 90 in its busiest hour.

The Heron has two bean hoppers, so an office can offer a regular coffee and a decaf or a dark roast. It takes fresh milk from the Nest milk fridge, which costs $690 with a purchase and is included in the rental. A daily milk rinse runs by itself and takes 4 minutes; a person adds a cleaning tablet once a week.

The Heron connects to a cold water line and a dedicated 120-volt, 20-amp outlet. It measures 17 inches wide, 23 inches deep and 30 inches high. Installation costs $390 and is free with a rental. The Heron is in stock and is normally installed 5 to 7 business days after the order. It is our most popular machine: about six in ten of our customers have one.`,
  },
  {
    key: 'condor-facts',
    title: 'Condor: price, capacity and who it suits',
    category: 'knowledge',
    source: 'manual',
    tags: ['condor', 'machine', 'price', 'large office', 'fresh milk', 'rental'],
    created: ago(89, 64),
    content: `The Condor is our largest bean-to-cup machine, for 80 to 250 people. The Condor costs $12,900 to buy, or $539 a month on a 36-month rental that includes the Plus service plan. It makes up to 400 drinks a day and pours two drinks at once.

The Condor has twin bean hoppers of 4 pounds each and a built-in milk fridge of 2.6 gallons with two milk types, so dairy and oat milk are served from the same machine without mixing. It cleans its milk system by itself every night when a cartridge of milk system cleaner is fitted; one cartridge lasts about a month.

The Condor needs a cold water line, a drain within 6 feet and a dedicated 208-volt, 30-amp circuit. It measures 25 inches wide, 26 inches deep and 32 inches high. Installation costs $690 and is free with a rental. The Condor is built to order, so delivery takes 3 to 4 weeks. Offices above 250 people usually take two Condors on different floors, which qualifies for the 5 percent discount for two machines.`,
  },
  {
    key: 'kestrel-facts',
    title: 'Kestrel two-group espresso machine and Shrike grinder',
    category: 'knowledge',
    source: 'manual',
    tags: ['kestrel', 'shrike', 'machine', 'price', 'cafe', 'barista'],
    created: ago(88, 20),
    content: `The Kestrel is our traditional two-group espresso machine for hotel bars, bookshop cafés, event halls and offices that employ a barista. The Kestrel costs $9,800 and is sold only, not rented. A set of one Kestrel with one Shrike on-demand grinder costs $10,950, because the Shrike costs $1,150.

The Kestrel makes about 180 espressos an hour in trained hands. It has two steam wands, a 3-gallon boiler and separate temperatures for each group. It needs a cold water line, a drain, and a dedicated 208-volt, 30-amp circuit. It measures 31 inches wide, 22 inches deep and 20 inches high and weighs 148 pounds, so the counter must carry the weight.

Kestrel delivery takes 3 to 4 weeks and installation costs $850, including a half-day barista course for up to four people. Further barista courses cost $320 for half a day. People who only want to press a button are happier with a Heron or a Condor; we say so openly, since an unused Kestrel helps nobody.`,
  },
  {
    key: 'coffee-range',
    title: 'Our coffees and coffee subscription prices',
    category: 'knowledge',
    source: 'manual',
    tags: ['coffee', 'subscription', 'price', 'beans', 'decaf'],
    created: ago(89, 100),
    content: `We roast four coffees in Columbus every Tuesday and Thursday and ship them within 48 hours of roasting. Weekday Blend is a medium roast with chocolate and hazelnut and costs $68 for 5 pounds. Overtime is a dark roast for people who like it strong and costs $66 for 5 pounds. First Light is a lighter single-origin coffee that changes with the season and costs $79 for 5 pounds. Night Off is a water-process decaf and costs $74 for 5 pounds.

A coffee subscription takes 10 percent off every bag and includes free delivery. On subscription, Weekday costs $61.20, Overtime $59.40, First Light $71.10 and Night Off $66.60 for 5 pounds. Deliveries come every one, two or four weeks. A subscription can be paused, skipped or cancelled in the ordering portal up to 48 hours before the next dispatch, and there is no minimum term.

A 5-pound bag makes about 250 cups, so Weekday on subscription costs about 24 cents of coffee per cup. Any coffee of ours can be ordered ground for batch brewers at no extra cost.`,
  },
  {
    key: 'sizing-guide',
    title: 'Which machine for how many people, and the cost per cup',
    category: 'knowledge',
    source: 'document',
    tags: ['sizing', 'cost per cup', 'wren', 'heron', 'condor', 'recommendation'],
    created: ago(85, 10),
    content: `We size a machine by people and by cups. Count 1.8 cups per person per working day for an office with free coffee. Up to 25 people need a Wren, 25 to 80 people need a Heron, 80 to 250 people need a Condor, and larger sites need several machines. When an office is near a border we look at the busiest half hour: a queue of more than 8 people means the larger machine.

An office of 40 people drinks about 72 cups a day, or 1,500 cups a month. With a rented Heron at $279 and Weekday Blend on subscription at about 24 cents a cup, such an office pays about 43 cents per cup before milk, service included. With milk it comes to about 52 cents per cup. Capsules usually cost 70 to 90 cents per cup, and a coffee shop cup costs $4 to $5.

An office of 15 people with a rented Wren drinks about 570 cups a month and pays about 47 cents per cup before milk. A Condor for 150 people makes about 5,700 cups a month and comes to about 34 cents per cup before milk.`,
  },
];
