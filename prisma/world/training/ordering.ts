import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** Terms: delivery, returns, rental, discounts, invoices, the portal. */
export const ORDERING_FACTS: readonly WorldTrainingItem[] = [
  {
    key: 'delivery',
    title: 'Delivery times and delivery costs',
    category: 'knowledge',
    source: 'manual',
    tags: ['delivery', 'shipping', 'tracking', 'lead time', 'cost'],
    created: ago(89, 80),
    content: `Coffee, cups and cleaning supplies ordered before 2:00 p.m. Eastern Time ship on the same business day and arrive within 2 business days in Ohio, Pennsylvania, Indiana, Kentucky and West Virginia. Delivery costs $12.50 and is free for orders of $150 or more and for every coffee subscription.

The Wren and the Heron are in stock: they are delivered and installed 5 to 7 business days after the order. The Condor and the Kestrel are built to order and take 3 to 4 weeks. Delivery of machines is free within 120 miles of Columbus, Cleveland, Cincinnati or Pittsburgh, and costs $180 beyond that.

You receive a tracking number by email as soon as a parcel leaves us, and you also find it in the ordering portal under Orders. If a parcel has not arrived after 3 business days, tell us the order number and we send a replacement the same day; you do not have to wait for the carrier's search. Express delivery by the next morning costs $28 for up to 20 pounds when ordered before noon.`,
  },
  {
    key: 'returns-refunds',
    title: 'Returns, refunds and damaged deliveries',
    category: 'knowledge',
    source: 'manual',
    tags: ['returns', 'refund', 'damaged', 'cancel order', 'exchange'],
    created: ago(89, 85),
    content: `Unopened coffee, cups and cleaning supplies can be returned within 14 days of delivery for a full refund; we send a prepaid label. Opened coffee cannot be returned, but if you do not like a coffee we replace one bag per order with another of our coffees at no cost.

If a parcel arrives damaged or incomplete, please send a photo and the order number within 48 hours of delivery to support@brasswick.example. We ship the replacement on the same business day, and nothing has to be sent back.

A purchased machine can be returned within 30 days of installation. We collect it free of charge and refund the price of the machine; the installation fee is not refunded. After 30 days, a purchased machine that is less than 12 months old can be traded in for 60 percent of its price towards a larger one.

Refunds go back to the original payment method within 5 to 7 business days. Orders can be cancelled free of charge until they ship. A Condor or Kestrel that is already being built can be cancelled for a fee of 10 percent.`,
  },
  {
    key: 'taste-trial',
    title: 'Tasting at your office and the 30-day Taste Trial',
    category: 'knowledge',
    source: 'manual',
    tags: ['trial', 'tasting', 'demo', 'try before buy'],
    created: ago(82, 40),
    content: `A tasting is free: a colleague comes to your office with a Wren for 45 minutes, brews three of our coffees and lets up to 20 people vote on cards. Tastings take place Tuesday to Thursday, and the next free date is usually within 8 business days.

The 30-day Taste Trial puts a Wren or a Heron into your office for a month. The Taste Trial costs $99 for a Wren and $249 for a Heron, including installation, 10 pounds of coffee and cleaning supplies. The fee is credited in full if you rent or buy within 14 days after the trial. If you decide against it, we collect the machine and you owe nothing more.

For a Heron trial the water line must be ready; where it is not, we bring a Heron with a 5-gallon tank kit for the month at no extra cost. The Condor and the Kestrel are too large for a trial. Instead we invite you to our showroom in Columbus, where all machines are running, Monday to Friday from 9:00 a.m. to 4:00 p.m.`,
  },
  {
    key: 'rental-terms',
    title: 'Rental agreement: term, deposit, early exit and buyout',
    category: 'knowledge',
    source: 'document',
    tags: ['rental', 'lease', 'contract', 'term', 'early exit', 'buyout', 'deposit'],
    created: ago(84, 65),
    content: `A rental runs for 36 months. The Wren rents for $129 a month, the Heron for $279 and the Condor for $539. Every rental includes installation, the Plus service plan, all parts and water filters, and a Nest milk fridge with the Wren and the Heron. The deposit is one month's rent, which is returned at the end.

You may leave a rental after month 12 with 60 days' notice and a fee of three months' rent. In the first 12 months the fee is six months' rent. There is no fee when you move to a larger machine, or when your office closes and you show us the end of your lease.

At the end of 36 months you choose: return the machine at no cost, renew month by month at 20 percent less, or buy it for 15 percent of its list price. The rent does not rise during the term. A rental does not oblige you to buy our coffee, although nine in ten customers do. Approval takes one business day for companies that are at least two years old; younger companies pay a deposit of three months' rent.`,
  },
  {
    key: 'discounts',
    title: 'Discount policy',
    category: 'knowledge',
    source: 'manual',
    tags: ['discount', 'price', 'volume', 'nonprofit', 'negotiation'],
    created: ago(84, 70),
    content: `Two machines ordered together have a 5 percent discount, three to five machines 8 percent, and six or more 12 percent. The discount applies to purchase prices and to monthly rents.

Schools, registered nonprofits and places of worship receive 7 percent off machines and coffee when they send their certificate once. Paying a service plan for a year in advance saves 10 percent. A coffee subscription takes 10 percent off every bag; from 40 pounds a month it is 13 percent, and from 100 pounds a month 16 percent. A customer who recommends us receives a credit of $150 once the new customer has had a machine for 60 days, and the new customer receives 10 pounds of coffee.

Discounts of different kinds are not added together; the customer receives the highest one. We do not lower the rent of a single machine. When a budget is tight we look for another way instead: a smaller machine, the Essential plan with a purchased machine, or a refurbished Heron for $4,350 with a 12-month warranty when one is available. Written quotes are valid for 30 days.`,
  },
  {
    key: 'billing',
    title: 'Billing: invoices, payment methods and common questions',
    category: 'knowledge',
    source: 'manual',
    tags: ['billing', 'invoice', 'payment', 'net 30', 'tax exempt', 'purchase order'],
    created: ago(83, 90),
    content: `Rent and service plans are invoiced on the first of each month in advance; the first month is charged by the day from the date of installation. That is why a first invoice often shows two amounts: the rest of the current month and the next full month. Coffee and supplies are invoiced when they ship.

Payment is by card, by ACH transfer or by check. New customers pay by card for the first 60 days; after that, approved companies pay net 30. Invoices more than 10 days overdue carry a late fee of 1.5 percent a month, which we waive once a year without discussion.

To have a purchase order number on your invoices, enter it in the portal under Settings, Billing, or send it to billing@brasswick.example. Tax-exempt customers upload their certificate in the same place; tax already charged in the last 90 days is then credited. If you were charged twice, send us both invoice numbers: we answer within one business day, and a wrong charge is refunded within 5 to 7 business days. Prices in the portal do not include sales tax.`,
  },
  {
    key: 'portal-integrations',
    title: 'Ordering portal, user roles and integrations',
    category: 'knowledge',
    source: 'document',
    tags: ['portal', 'integration', 'procurement', 'sso', 'punchout', 'users'],
    created: ago(80, 12),
    content: `The ordering portal is at orders.brasswick.example. It shows your machines, subscriptions, orders, tracking numbers, invoices, tickets and cup counts. You can skip or change a subscription up to 48 hours before its dispatch.

There are three roles in the portal: a buyer can place orders, an approver must release orders above a limit you set, and a viewer can only see invoices and counts. Any number of users is free. To reset a password choose Forgot password on the sign-in page; the link is valid for 2 hours, and after six wrong attempts the account is locked for 15 minutes.

The portal supports cXML punchout for procurement systems, a monthly CSV export of invoices for accounting, and webhooks for shipped orders. Single sign-on with SAML 2.0 is free for customers with five or more machines and costs $25 a month for others. Punchout takes about 10 business days to set up with your procurement team. Each location can have its own delivery address, approver and purchase order number.`,
  },
];
