import type { LeadStage } from '#contract/lead.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { Lead, Order, Transcription } from '#prisma/generated/client.ts';
import type { CustomerFact, NextStep } from '#server/ai/port.ts';
import { clip, plainText } from '#server/language/plain-text.ts';
import { isForAProgram } from '#server/language/program-text.ts';
import { readOrderData } from '../order/order-data.ts';
import { readAnalysis } from '../transcription/analysis.ts';

// What the CRM knows, in the sentences a customer reads. Names of products, carriers and promises were written by others: each is
// put on one line, and what is addressed to a program is left out. Notes of orders and of leads are never told.

const TEXT_LENGTH = 600;
const NAME_LENGTH = 60;
const PRODUCTS = 3;
const PROMISES = 3;
const PROMISE_LENGTH = 120;

/** A text of somebody else, to stand within a sentence; null where it is empty or tries to command a program. */
function nameIn(text: string | null, limit = NAME_LENGTH): string | null {
  const line = plainText(text ?? '')
    .replace(/[\s[\]{}<>]+/g, ' ')
    .trim();
  return line === '' || isForAProgram(line) ? null : clip(line, limit);
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day of UTC in words: "12 November", with the year where it is not the present one. */
const dayWords = (at: Date, now: Date): string =>
  at.getUTCFullYear() === now.getUTCFullYear() ? DAY.format(at) : `${DAY.format(at)} ${at.getUTCFullYear()}`;

const isDecimal = (text: string): text is `${number}` => /^-?\d+\.\d+$/.test(text);

/** Whole cents as the product prints them: "$1,250.00". */
function amountWords(cents: bigint, currency: string): string {
  const amount = fromCents(cents);
  if (!isDecimal(amount) || !/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits }).format(amount);
}

const listed = (parts: readonly string[]) => (parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

const momentOf = (text: string | null): Date | null => {
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
};

/** A fact; sentences that are null are left out, and its text is all of them. */
function fact(
  parts: Omit<CustomerFact, 'text' | 'says' | 'brief'> & { readonly brief?: string },
  says: Readonly<Record<string, string | null>> & Partial<Record<keyof CustomerFact['says'], string | null>>,
): CustomerFact {
  const told = Object.fromEntries(Object.entries(says).filter(([, sentence]) => sentence !== null));
  return {
    brief: '',
    ...parts,
    says: told,
    text: clip(Object.values(told).join(' '), TEXT_LENGTH),
  };
}

/** Where an order is, what it came to and what was paid back of it. */
export function orderFact(order: Order, now: Date): CustomerFact {
  const { fulfilment, lineItems, total, currentTotal, financialStatus } = readOrderData(order.orderData);
  const { status } = order;
  const number = nameIn(order.orderNumber) ?? '';
  const name = `order ${number}`;
  const placed = `${name} of ${dayWords(order.createdAt, now)}`;
  const on = (at: Date | null) => (at ? ` on ${dayWords(at, now)}` : '');
  const carrier = nameIn(fulfilment?.carrier ?? null);
  const tracking = nameIn(fulfilment?.trackingNumber ?? null);
  const shippedAt = momentOf(fulfilment?.shippedAt ?? null);
  const deliveredAt = momentOf(fulfilment?.deliveredAt ?? null);
  const trackedAs = tracking ? `, tracking number ${tracking}` : '';
  const sum = amountWords(toCents(order.totalPrice.toFixed(2)), order.currency);

  const isRefunded = financialStatus === 'refunded' || status === 'refunded';
  const isPartlyRefunded = !isRefunded && (financialStatus === 'partially_refunded' || status === 'partially_refunded');
  const paidBack = total && currentTotal ? toCents(total) - toCents(currentTotal) : 0n;
  const partOf = paidBack > 0n ? `: ${amountWords(paidBack, order.currency)} of ${sum}` : '';
  const refundOf = (what: string) =>
    isRefunded
      ? `The payment of ${sum} for your ${what} was refunded.`
      : isPartlyRefunded
        ? `Part of the payment for your ${what} was refunded${partOf}.`
        : null;

  const shipped = `${on(shippedAt)}${carrier ? ` with ${carrier}` : ''}${trackedAs}`;
  const parcel =
    status === 'delivered' || deliveredAt
      ? `Your ${name} was delivered${on(deliveredAt)}${carrier ? ` by ${carrier}` : ''}${trackedAs}.`
      : status === 'partially_shipped'
        ? `Part of your ${placed} was shipped${shipped}; the rest has not been shipped yet.`
        : status === 'shipped' || shippedAt
          ? `Your ${name} was shipped${shipped}; it has not been delivered yet.`
          : null;
  const waiting =
    status === 'pending'
      ? 'waiting for its payment'
      : status === 'paid'
        ? fulfilment?.status === 'in_progress'
          ? 'being prepared'
          : 'paid'
        : null;
  const ended =
    status === 'cancelled'
      ? `Your ${placed} was cancelled${on(order.cancelledAt)}.`
      : status === 'expired'
        ? `Your ${placed} was not paid in time and has expired.`
        : null;
  const whereabouts =
    ended ??
    parcel ??
    (waiting ? `Your ${placed} is ${waiting} and has not been shipped yet.` : null) ??
    (isRefunded || isPartlyRefunded ? null : `Your ${placed} has the status “${nameIn(status.replaceAll('_', ' ')) ?? 'unknown'}”.`);
  const refund = refundOf(whereabouts === null ? placed : name);

  const products = lineItems.flatMap(({ title, quantity }) => {
    const product = nameIn(title);
    return product ? [{ product, counted: quantity > 1 ? `${quantity} × ${product}` : product }] : [];
  });
  const more = products.length - PRODUCTS;
  const items = [...products.slice(0, PRODUCTS).map(({ counted }) => counted), ...(more > 0 ? [`${more} more`] : [])];
  const state =
    isRefunded || (isPartlyRefunded && !parcel)
      ? 'refunded'
      : ended
        ? 'cancelled'
        : status === 'delivered' || deliveredAt
          ? 'delivered'
          : 'open';
  const inShort = status === 'shipped' ? `shipped${on(shippedAt)}` : (waiting ?? status.replaceAll('_', ' '));
  return fact(
    {
      kind: 'order',
      id: order.id,
      title: `Order ${number}`,
      orderNumber: number,
      products: products.map(({ product }) => product),
      state,
      brief: `${placed} (${nameIn(inShort) ?? state})`,
    },
    {
      status: whereabouts,
      refund: refund ?? (status === 'cancelled' ? null : `No refund is recorded for your ${placed} so far.`),
      total: `Your ${placed} came to ${sum}.`,
      items: items.length > 0 ? `Your ${placed} contains ${listed(items)}.` : null,
    },
  );
}

/** How far the quote of a lead is. Its value is told once it was quoted: before that it is our own estimate. */
export function leadFact(lead: Lead, now: Date): CustomerFact {
  const amount = lead.value?.gt(0) ? ` for ${amountWords(toCents(lead.value.toFixed(2)), 'USD')}` : '';
  const since = dayWords(lead.stageChangedAt, now);
  const quotes: Readonly<Record<LeadStage, string>> = {
    leads: 'We have not prepared a quote for you yet.',
    needs_quote: 'Your quote is being prepared and has not been sent yet.',
    quoted: `Our quote${amount} has been with you since ${since}.`,
    needs_follow_up: `Our quote${amount} is with you.`,
    waiting: `Our quote${amount} is with you, and we are waiting for your decision.`,
    won: `Our quote${amount} was accepted on ${since}.`,
  };
  const name = nameIn(lead.company ?? lead.name);
  return fact(
    {
      kind: 'lead',
      id: lead.id,
      title: name ? `Quote for ${name}` : 'Quote',
      orderNumber: null,
      products: [],
      state: lead.stage === 'won' ? 'delivered' : 'open',
    },
    { quote: quotes[lead.stage] },
  );
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_MS = 86_400_000;
const ON_WEEKDAY =
  /^(?:(by|before|until|on|for) )?(?:this |coming )?(\w{3,6}day)((?: (?:morning|afternoon|evening))?(?:,? at [\w:. ]{1,12})?)$/;

/** By when, told later than in the call: "by Friday, 20 November"; words that only the call explains are quoted as they were said. */
function dueWords(due: string, calledAt: Date, now: Date): string {
  const words = due.toLowerCase().trim();
  const after = (days: number) => dayWords(new Date(calledAt.getTime() + days * DAY_MS), now);
  if (/^(?:by )?(?:the )?(?:today|tonight|end of (?:the )?day|eod|cob|this (?:afternoon|evening))$/.test(words)) return ` by ${after(0)}`;
  if (/^(?:by )?tomorrow(?: morning| afternoon| evening)?$/.test(words)) return ` by ${after(1)}`;
  if (/^(?:by |in )?next week$/.test(words)) return ` in the week of ${after((8 - calledAt.getUTCDay()) % 7 || 7)}`;
  const [, before, weekday = '', time = ''] = ON_WEEKDAY.exec(words) ?? [];
  const at = WEEKDAYS.indexOf(weekday);
  if (at >= 0)
    return ` ${before === 'by' || before === 'before' ? before : 'on'} ${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${after((at - calledAt.getUTCDay() + 7) % 7 || 7)}${time}`;
  const quote = nameIn(due);
  return quote ? ` (“${quote}”)` : '';
}

// What steps begin with, as notes of calls are written; anything else is quoted.
const VERB =
  /^(?:(?:re)?send|e-?mail|mail|forward|text|ship|deliver|call|ring|phone|write|(?:re)?schedule|book|set up|arrange|organi[sz]e|prepare|draft|put together|follow up|get back|come back|reach out|meet|visit|escalate|introduce|connect|invite|submit|file|refund|reimburse|replace|repair|install|measure|sign|share|check|look into|find out|confirm|order|process|update|review|discuss|talk|speak|ask|verify|fix|credit|apply|open|create|add|try|pay|transfer|provide|give|test|return|let)\b/i;

/** A step as it is told to the customer: notes speak of "the customer", of "their" things and of "our" things. */
const toCustomer = (text: string) =>
  text
    .replace(/\bthe (?:customer|client|prospect)'s\b|\btheir\b/gi, 'your')
    .replace(/\bthe (?:customer|client|prospect)\b/gi, 'you')
    .replace(/\bthe rep\b/gi, 'us')
    .replace(/[\s.]+$/, '');

interface Promised {
  readonly owner: 'we' | 'you' | null;
  readonly words: string;
}

function promisesIn({ text, owner, due }: NextStep, calledAt: Date, now: Date): Promised[] {
  const step = nameIn(text, PROMISE_LENGTH);
  if (!step) return [];
  const when = due ? dueWords(due, calledAt, now) : '';
  if (owner === null || !VERB.test(step)) return [{ owner: null, words: `the next step was “${step.replace(/[\s.]+$/, '')}”${when}` }];
  return [{ owner: owner === 'rep' ? 'we' : 'you', words: `${toCustomer(step.charAt(0).toLowerCase() + step.slice(1))}${when}` }];
}

/** What was promised in a call; null where nothing was. */
export function callFact(call: Pick<Transcription, 'id' | 'analysis' | 'createdAt'>, now: Date): CustomerFact | null {
  const promises = readAnalysis(call.analysis)
    .nextSteps.flatMap((step) => promisesIn(step, call.createdAt, now))
    .slice(0, PROMISES);
  if (promises.length === 0) return null;
  const by = (who: Promised['owner']) => promises.filter(({ owner }) => owner === who).map(({ words }) => words);
  const clauses = [
    ...(['we', 'you'] as const).flatMap((who) => (by(who).length > 0 ? [`${who} said ${who} would ${listed(by(who))}`] : [])),
    ...by(null),
  ];
  const day = dayWords(call.createdAt, now);
  return fact(
    { kind: 'transcription', id: call.id, title: `Call on ${day}`, orderNumber: null, products: [], state: 'open' },
    { promise: `In our call on ${day} ${clauses.join('; ')}.` },
  );
}
