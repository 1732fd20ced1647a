import { orderKey, orderNumbersIn } from '#server/language/references.ts';
import { termsOf } from '#server/language/words.ts';
import type { CustomerFact, CustomerRecords, FactTopic } from '../../port.ts';
import type { Ask, Reading } from '../read/message.ts';

/** A sentence of a reply, and the sentences of facts it rests on. */
export interface OwnSentence {
  readonly text: string;
  readonly restsOn: readonly { readonly fact: CustomerFact; readonly topic: FactTopic }[];
}

/** What the CRM says about one ask. */
export interface OwnAnswer {
  readonly sentences: readonly OwnSentence[];
  /** How certain it is that these are the facts that were asked for, 0 to 1. */
  readonly certainty: number;
  /** What a colleague still has to do, to stand after "I am looking into"; null for nothing. */
  readonly lookInto: string | null;
  /** Whether the rule that generally holds belongs to the answer, too. */
  readonly needsRule: boolean;
}

const ORDER_WORD = '(?:orders?|parcels?|packages?|deliver(?:y|ies)|shipments?|purchases?|goods)';
/** Whose order it is: their own, not orders as such. */
const OWN_ORDER = new RegExp(
  `\\b(?:my|our|the|this|that) (?:[\\w'-]{1,30} ){0,3}?${ORDER_WORD}\\b|\\b(?:i|we)(?:'ve| have|'d| had)? (?:just |already |recently |only )?(?:ordered|bought|purchased|placed an order|made an order)\\b|\\bdid (?:i|we) (?:order|buy)\\b|\\b(?:no|any) (?:parcel|package|delivery)\\b`,
  'i',
);
const TRACKING = /\btrack(?:ing)?\b/i;
/** What only somebody asks whose order is under way, and what others ask as well. */
const EXPECTS = /\b(?:can|should|will|do|could) (?:i|we) (?:expect|get|receive|have) (?:my |our |the |it\b|delivery)/i;
const SHIPMENT = /\b(?:track(?:ing)?|carrier|courier|parcel|package|shipment)\b/i;
const OWN = /\b(?:my|our|mine|ours|i|we|me|us)\b/i;
const POINTS_BACK = /\b(?:it|its|they|them|this|that|these|those)\b|\bwhat(?:'s| is) (?:going on|happening|up)\b/i;
const SEVERAL = /\b(?:my|our|the|all|both|these|those) (?:[\w'-]{1,30} ){0,3}?orders\b/i;

const WHEREABOUTS =
  /\b(?:where|when|status|track(?:ed|ing)?|ship(?:ped|ping)?|dispatch\w*|deliver\w*|arriv\w*|sent|on (?:its|the) way|eta|news|updates?|waiting|wait|received?|turned up|shown up|show up|come|came|coming|going on|payment|happen(?:ed|ing)|hear|heard|how long|carrier|courier|late|delayed|lost|missing|overdue|need (?:my|our|the|it|them|this))\b/i;
const NOT_THERE =
  /\b(?:not|never|waiting|nothing|nowhere|still|late|delayed|overdue|lost|missing|supposed to|should have|was due|hasnt|havent|didnt|isnt|wasnt)\b|n't\b|\bno (?:sign|parcel|package|delivery)\b/i;
const REFUND = /\b(?:refund\w*|money back|reimburse\w*|paid back|pay back|pay me back)\b/i;
const REFUND_PROGRESS =
  /\b(?:where|when|status|has|have|did|was|is|been|still|not|yet|received?|waiting|how long|processed|issued|update|news)\b/i;
const WANTS_REFUND = /\b(?:want|need|like|please|request|demand|entitled|eligible|policy)\b|^(?:can|could|may|how do|how can) (?:i|we)\b/i;
const CHANGE = /\b(?:cancel\w*|change|return(?:ing)?|exchange|replace|send (?:it|this|them) back|amend|modify|add (?:\w+ ){1,4}to)\b/i;
const DAMAGED =
  /\b(?:broken|damaged|defective|faulty|cracked|smashed|scratched|incomplete|wrong|missing (?:\w+ ){0,2}(?:part|piece|item)s?)\b/i;
const WAS_CHANGED = /^(?:was|is|has|have|did|were|are|why)\b/i;
/** Where a product that was ordered is named, and it is about its parcel. */
const PARCEL =
  /\b(?:where (?:is|are)|where's|shipped|sent|dispatched|delivered|arrive[ds]?|arriving|coming|received|on (?:its|the) way)\b/i;
const CANCEL = /\bcancel/i;
const RETURN = /\b(?:return|exchange|replace|back)\b/i;
const ITEMS =
  /\bwhat (?:exactly )?(?:did|have|had) (?:i|we) (?:order|buy|bought|purchase)|\bwhat(?:'s| is| was) (?:in|part of|included in) (?:my|our|the|that|this) (?:order|parcel|package)/i;
const TOTAL = /\b(?:invoice|receipt|bill|how much|total|paid|pay|charged|amount|came to|cost me|cost us)\b/i;
const WRONGLY_PAID = /\b(?:twice|double|doubled|too much|overcharged|wrong(?:ly)?)\b/i;
const INVOICE = /\b(?:invoice|receipt|bill)\b/i;
const QUOTE =
  /\b(?:my|our|the|your|that|this) (?:\w+ ){0,2}?(?:quote|quotation|proposal|estimate)\b|\b(?:my|our|that|last|latest) offer\b|\b(?:quote|quotation|proposal|estimate|offer)\b[^.?!]{0,40}\b(?:again|yet|still|promised)\b/i;
/** What the record of a quote answers by itself. */
const QUOTE_KNOWN = /\b(?:where|when|how much|what|how high|status|did you|have you|send|re-?send|e-?mail|forward|copy|received?)\b/i;
const WHERE_IS_QUOTE = /\b(?:where|when|again|yet|still)\b/i;
const SEND = /\b(?:re-?send|send|e-?mail|forward|copy)\b/i;
const PROMISE =
  /\bdid (?:you|he|she|they|we) (?:promise|agree|say|tell)\b|\b(?:i|we) (?:was|were) (?:told|promised)\b|\b(?:somebody|someone) (?:would|was going to|should have) call|\bwhat (?:did|have|had) we (?:agree|discuss|decide|say)|\bwe (?:agreed|discussed|decided)\b|\b(?:you|he|she|they|we|your colleague|somebody|someone) (?:had |have )?(?:promised|agreed|said|told)\b|\b(?:were|was) (?:going to|supposed to) (?:send|call|get back|come back|let|check)|\b(?:last|our|previous|recent|yesterday's|today's) (?:phone )?(?:call|conversation)\b|\bwhen (?:we|i) (?:spoke|talked)|\b(?:spoke|talked|discussed)\b[^.?!]{0,40}\b(?:phone|call|week|yesterday|monday|tuesday|wednesday|thursday|friday)\b|\bwhen (?:will|are|do|is|can) (?:you|we|somebody|someone|the technician)\b[^.?!]{0,40}\b(?:call|calling|ring|get back|meet|meeting|coming|visit)|\b(?:my|our|the) (?:next |planned )?(?:appointment|meeting|demo|visit|installation)\b/i;
/** Names an agreement as such; of anything else that somebody said, only a promise about the same counts. */
const NAMES_AGREEMENT =
  /\b(?:promis|agree|call|conversation|spoke|talked|discuss|decid|appointment|meet|demo|visit|installation|get back)/i;

const SPOKE = /\b(?:promise|we agree|last call|(?:we|i) (?:spoke|talked)|conversation)/i;
const ONLY_ASKS_WHAT = /\bwhat (?:did|have|had) (?:we|you)\b/i;
const MEETING =
  /\b(?:call(?:ing)? (?:me|us|you)|call back|appointment|meet(?:ing)?|demo|visit|coming|installation|install|book|schedule|come by)\b/i;

/** How far the facts are those of the person who wrote. */
const CERTAINTY = { choice: 0.95, email: 0.9, order: 0.85, name: 0.5 } as const;
const CERTAINTY_OF_NOTHING = 0.6;
const CERTAINTY_OF_UNKNOWN = 0.3;
/** Other open orders that are mentioned beside the one that was asked about. */
const MENTIONED = 2;
const NAMED = 3;
/** Words of an ask that is no more than an order number: "order 1042 please". */
const MOST_WORDS_OF_NUMBER = 4;

/** What an ask wants to know of our records; null where it asks for nothing of its own. */
function topicOf(ask: Ask, { sentences, mentions }: Reading, orders: readonly CustomerFact[]): FactTopic | 'change' | null {
  const sentence = sentences[ask.sentence] ?? ask.text;
  const around = [ask.about ?? '', sentence].join(' ');
  const whole = sentences.join(' ');
  const hasNumber = orderNumbersIn(mentions.references.join(' ; ')).length > 0;
  const isGoods = PARCEL.test(ask.text) && orders.some((order) => namesProduct(ask.text, order));
  const isOwnOrder =
    isGoods ||
    (EXPECTS.test(ask.text) && orders.some(isOpen)) ||
    OWN_ORDER.test(around) ||
    orderNumbersIn(around).length > 0 ||
    (OWN.test(around) && TRACKING.test(ask.text)) ||
    ((POINTS_BACK.test(ask.text) || OWN.test(ask.text)) && (hasNumber || OWN_ORDER.test(whole)));
  if (PROMISE.test(around)) return 'promise';
  if (QUOTE.test(POINTS_BACK.test(ask.text) ? around : ask.text)) return 'quote';
  if (WRONGLY_PAID.test(ask.text) && TOTAL.test(ask.text)) return isOwnOrder ? 'total' : null;
  if (ITEMS.test(ask.text)) return 'items';
  const isOwnRefund = OWN.test(ask.text) || /\bthe refund\b/i.test(ask.text) || orderNumbersIn(sentence).length > 0;
  if (REFUND.test(ask.text))
    return !isOwnRefund || /\bpolicy\b/i.test(ask.text)
      ? null
      : WANTS_REFUND.test(ask.text) || !REFUND_PROGRESS.test(ask.text)
        ? isOwnOrder
          ? 'change'
          : null
        : 'refund';
  if (!isOwnOrder) return null;
  if ((CHANGE.test(ask.text) && !WAS_CHANGED.test(ask.text)) || DAMAGED.test(ask.text)) return 'change';
  if (TOTAL.test(ask.text)) return 'total';
  const isNumberOnly = orderNumbersIn(ask.text).length > 0 && ask.text.split(' ').length <= MOST_WORDS_OF_NUMBER;
  return WHEREABOUTS.test(ask.text) || CANCEL.test(ask.text) || isNumberOnly ? 'status' : null;
}

/** A message's numbers that an order of the customer has, however they are written. */
const namesOrder = (text: string, { orderNumber }: CustomerFact) => {
  const key = orderKey(orderNumber ?? '');
  const digits = key.replace(/\D/g, '');
  const written = text.match(/(?<![\w$€£.,-])#?(?:[A-Za-z]{1,4}-?)?\d[\w-]{1,15}/g) ?? [];
  return written.some((number) => orderKey(number) === key || (digits.length > 2 && number.replace('#', '') === digits));
};

const COMMON_WORD = /^(?:order|with|from|this|that|your|small|large|black|white|pack|size|plus|year|years|month|months|plan)$/;
/** Whether a text names something that was ordered by a word of its own. */
const namesProduct = (text: string, { products }: CustomerFact) => {
  const words = new Set(text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []);
  return products.some((product) =>
    (product.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []).some((word) => !COMMON_WORD.test(word) && words.has(word)),
  );
};

interface Chosen {
  /** The orders that were asked about. */
  readonly orders: readonly CustomerFact[];
  /** Other open ones, to mention. */
  readonly others: readonly CustomerFact[];
}

/** The orders an ask is about: those it names, those the message names, those with the product, or else the newest that suits. */
function chooseOrders(
  ask: Ask,
  { sentences, text }: Reading,
  orders: readonly CustomerFact[],
  { suits, prefers }: { suits: (fact: CustomerFact) => boolean; prefers: ((fact: CustomerFact) => boolean) | null },
): Chosen {
  const sentence = sentences[ask.sentence] ?? ask.text;
  for (const found of [
    orders.filter((order) => namesOrder(ask.text, order)),
    orders.filter((order) => namesOrder(sentence, order)),
    orders.filter((order) => namesOrder(text, order)),
    orders.filter((order) => namesProduct(sentence, order)).slice(0, 1),
    orders.filter((order) => POINTS_BACK.test(ask.text) && namesProduct(sentences.slice(0, ask.sentence).join(' '), order)).slice(0, 1),
  ])
    if (found.length > 0) return { orders: found.slice(0, NAMED), others: [] };
  if (SEVERAL.test(ask.text)) {
    const all = [...orders.filter(suits), ...orders.filter((order) => !suits(order))];
    return { orders: all.slice(0, NAMED), others: [] };
  }
  const [first] = [...(prefers ? orders.filter(prefers) : []), ...orders.filter(suits), ...orders];
  const others = orders.filter((order) => order !== first && suits(order)).slice(0, MENTIONED);
  return { orders: first ? [first] : [], others };
}

const isOpen = ({ state }: CustomerFact) => state === 'open';
const isOnItsWay = (order: CustomerFact) => isOpen(order) && /\bwas shipped\b/.test(order.says.status ?? '');
const listed = (parts: readonly string[]) => (parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

/** A sentence that no fact says. */
const plain = (text: string): OwnSentence => ({ text, restsOn: [] });

/** The first of these sentences that a fact has, as it stands there. */
function told(fact: CustomerFact, ...topics: readonly FactTopic[]): OwnSentence[] {
  const topic = topics.find((one) => fact.says[one] !== undefined);
  return topic ? [{ text: fact.says[topic] ?? '', restsOn: [{ fact, topic }] }] : [];
}

/** Some orders in few words, after `before`; nothing where there are none. */
const inShort = (before: string, orders: readonly CustomerFact[]): OwnSentence[] =>
  orders.length === 0
    ? []
    : [
        {
          text: `${before} ${listed(orders.map(({ brief }) => brief))}.`,
          restsOn: orders.map((fact) => ({ fact, topic: fact.says.status ? 'status' : 'refund' })),
        },
      ];

/** How an order is told of as delivered to somebody who says that it has not come. */
const asOurRecord = ({ text, restsOn }: OwnSentence): OwnSentence => ({
  text: `According to our records, ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  restsOn,
});

const hasRefund = ({ says }: CustomerFact) => says.refund !== undefined && !says.refund.startsWith('No refund');

/** The answer to an ask about the customer's own orders, quote or agreements; null where it is about nothing of the kind, or nobody knows who asks. */
export function answerFromRecords(ask: Ask, reading: Reading, { knownBy, facts }: CustomerRecords): OwnAnswer | null {
  if (knownBy === null) return null;
  const orders = facts.filter(({ kind }) => kind === 'order');
  const topic = topicOf(ask, reading, orders);
  if (topic === null) return null;
  const answer = (sentences: readonly OwnSentence[], more: Partial<OwnAnswer> = {}): OwnAnswer => ({
    sentences,
    certainty: CERTAINTY[knownBy],
    lookInto: null,
    needsRule: false,
    ...more,
  });
  if (topic === 'promise') {
    const text = reading.sentences[ask.sentence] ?? ask.text;
    const asked = new Set(termsOf(text));
    const sharedWith = ({ says }: CustomerFact) => termsOf(says.promise ?? '').filter((term) => asked.has(term)).length;
    const weSaid = ({ says }: CustomerFact) => (says.promise?.includes(' we said ') ? 1 : 0);
    // Who asks for an appointment is not told of a promised brochure.
    const [call] = facts
      .filter(({ says }) => says.promise !== undefined && (!MEETING.test(text) || MEETING.test(says.promise)))
      .filter((call) => NAMES_AGREEMENT.test(`${ask.about ?? ''} ${text}`) || sharedWith(call) > 0)
      .toSorted((a, b) => sharedWith(b) - sharedWith(a) || weSaid(b) - weSaid(a));
    if (call) return answer(told(call, 'promise'), { lookInto: ONLY_ASKS_WHAT.test(ask.text) ? null : 'what we agreed' });
    // Only we two know what was said: no training item does.
    return SPOKE.test(`${ask.about ?? ''} ${text}`) ? answer([], { lookInto: 'what we agreed', certainty: CERTAINTY_OF_UNKNOWN }) : null;
  }
  if (topic === 'quote') {
    const lead = facts.find(({ says }) => says.quote !== undefined);
    if (!lead)
      return knownBy !== 'order' && WHERE_IS_QUOTE.test(ask.text)
        ? answer([plain('I do not see a quote under your name yet.')], { lookInto: 'your quote', certainty: CERTAINTY_OF_NOTHING })
        : null;
    const isSent = lead.says.quote?.startsWith('Our quote') ?? false;
    const attached = isSent && SEND.test(ask.text) ? [plain('I attach it again: [attach the quote]')] : [];
    return answer([...told(lead, 'quote'), ...attached], isSent && QUOTE_KNOWN.test(ask.text) ? {} : { lookInto: 'your quote' });
  }
  return answerFromOrders(topic, ask, reading, orders, answer);
}

/** What to say of an order that was not found among the customer's own; whether it is somebody else's is nobody's business. */
const notFound = (numbers: readonly string[]): OwnSentence[] =>
  numbers.length === 0
    ? []
    : [plain(`I cannot find order ${listed(numbers.map((number) => `#${number.toUpperCase()}`))} under your name.`)];

function answerFromOrders(
  topic: 'status' | 'refund' | 'total' | 'items' | 'change',
  ask: Ask,
  reading: Reading,
  orders: readonly CustomerFact[],
  answer: (sentences: readonly OwnSentence[], more?: Partial<OwnAnswer>) => OwnAnswer,
): OwnAnswer {
  const inAsk = orderNumbersIn(ask.text);
  const numbers = inAsk.length > 0 ? inAsk : orderNumbersIn(reading.mentions.references.join(' ; '));
  const unknown = numbers.filter((number) => !orders.some((order) => namesOrder(number, order)));
  if (unknown.length > 0 && unknown.length === numbers.length) {
    const instead = inShort('I do see', orders.filter(isOpen).slice(0, MENTIONED));
    return answer([...notFound(unknown), ...instead, plain('Could you check the number?')], { certainty: CERTAINTY_OF_NOTHING });
  }
  const suits = topic === 'refund' ? hasRefund : topic === 'status' || topic === 'change' ? isOpen : () => false;
  const isMissed = NOT_THERE.test(reading.sentences.slice(Math.max(0, ask.sentence - 1), ask.sentence + 2).join(' '));
  // What was placed this morning is not what has been missed for a week.
  const prefers = topic === 'status' && (isMissed || SHIPMENT.test(ask.text)) ? isOnItsWay : null;
  const { orders: own, others } = chooseOrders(ask, reading, orders, { suits, prefers });
  if (own.length === 0)
    return answer(
      [plain('I cannot find an order under your name. Could you send me its number, or the email address it was placed with?')],
      {
        certainty: CERTAINTY_OF_NOTHING,
      },
    );
  switch (topic) {
    case 'change':
      return answer(
        // Who reports a damage has the parcel, whatever the store says.
        own.flatMap((order) => (DAMAGED.test(ask.text) ? told(order, 'items', 'total') : told(order, 'status', 'refund'))),
        {
          lookInto: /^how /i.test(ask.text) ? null : changeOf(ask.text),
          needsRule: [CANCEL, RETURN, REFUND, DAMAGED].some((pattern) => pattern.test(ask.text)),
        },
      );
    case 'refund':
      return answer(
        own.flatMap((order) => told(order, 'refund', 'status')),
        { lookInto: own.some(hasRefund) && !isMissed ? null : 'the refund', needsRule: true },
      );
    case 'total': {
      const attached = INVOICE.test(ask.text) ? [plain('I attach the invoice: [attach the invoice]')] : [];
      return answer(
        [...own.flatMap((order) => told(order, 'total')), ...attached],
        WRONGLY_PAID.test(ask.text) ? { lookInto: 'the payment' } : {},
      );
    }
    case 'items':
      return answer(own.flatMap((order) => told(order, 'items', 'total')));
    case 'status': {
      const sentences = own.flatMap((order) => [
        ...told(order, 'status').map((sentence) => (isMissed && order.state === 'delivered' ? asOurRecord(sentence) : sentence)),
        ...(order.state === 'refunded' || !order.says.status ? told(order, 'refund') : []),
      ]);
      const isOverdue = isMissed && own.some(({ state }) => state === 'open' || state === 'delivered');
      return answer([...sentences, ...notFound(unknown), ...inShort('You also have', others)], {
        lookInto: isOverdue ? (own.every(isOpen) ? 'the delivery' : 'what happened to the parcel') : null,
        needsRule: own.some(isOpen) && /\b(?:how long|when)\b/i.test(ask.text),
      });
    }
  }
}

const changeOf = (text: string): string =>
  DAMAGED.test(text)
    ? 'what went wrong with it'
    : CANCEL.test(text)
      ? 'the cancellation'
      : REFUND.test(text)
        ? 'the refund'
        : RETURN.test(text)
          ? 'the return'
          : 'the change';
