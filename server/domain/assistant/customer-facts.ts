import type { Order } from '#prisma/generated/client.ts';
import type { CustomerFact, CustomerRecords } from '#server/ai/port.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import { plainText } from '#server/language/plain-text.ts';
import { orderNumbersIn } from '#server/language/references.ts';
import { signed } from '#server/language/signature.ts';
import { wordsOf } from '#server/language/words.ts';
import { callFact, leadFact, orderFact } from './fact-text.ts';

/** Rows of each kind; together they are at most twenty facts. */
const MOST = { orders: 8, namedOrders: 5, leads: 3, calls: 4 } as const;
const EMAILS = 5;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
/** Customers of one name that are looked at: enough to find the one whom an email address or an order number names. */
const NAMESAKES = 20;

/** Whom a colleague chose. */
export interface ChosenPeople {
  readonly customerId: string | null;
  readonly lead: { readonly id: string; readonly customerId: string | null } | null;
}

/** What of the records may be told. */
interface Access {
  readonly knownBy: NonNullable<CustomerRecords['knownBy']>;
  readonly customerId: string | null;
  readonly leadId: string | null;
  /** The only facts there are, where the rest of the customer is not to be told; null for all of them. */
  readonly onlyOrders: readonly Order[] | null;
}

interface Person {
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

/** The ways stores write an order number, so that the index over it can be used. */
const spellingsOf = (keys: readonly string[]) =>
  keys.flatMap((key) => [key, key.toUpperCase()]).flatMap((number) => [number, `#${number}`]);

const nothing: CustomerRecords = { knownBy: null, facts: [] };

export type CustomerFacts = ReturnType<typeof createCustomerFacts>;

/** Finds what the CRM knows about the customer who is answered. */
export const createCustomerFacts = ({ db: { prisma }, clock }: { readonly db: Database; readonly clock: Clock }) => {
  /**
   * Who wrote, where nobody was chosen: the customer of an email address in the message, of an order number, or of the full name it is
   * signed with. All that the message says of its writer has to agree with that one customer; else it is nobody. An order number can be
   * guessed: without a full name or an address it opens its own order and nothing else.
   */
  const recognise = async (message: string): Promise<Access | null> => {
    const text = plainText(message);
    const emails = [...new Set((text.match(EMAIL) ?? []).map((email) => email.toLowerCase()))].slice(0, EMAILS);
    const numbers = orderNumbersIn(text);
    const { signer } = signed(text);
    const fullName = signer !== null && wordsOf(signer).length > 1 ? signer : null;
    const [byEmail, byName, orders] = await Promise.all([
      emails.length > 0
        ? prisma.$queryRaw<Person[]>`select id, name, email from customers where lower(email) = any(${emails}) limit 2`
        : [],
      fullName
        ? prisma.$queryRaw<
            Person[]
          >`select id, name, email from customers where folded(name) like folded_pattern(${fullName}) limit ${NAMESAKES}`
        : [],
      prisma.order.findMany({
        where: { orderNumber: { in: spellingsOf(numbers) }, test: false },
        include: { customer: true },
        take: MOST.namedOrders,
      }),
    ]);
    const buyers = orders.map(
      (order): Person =>
        order.customer ?? { id: null, name: order.customerName, email: order.customerEmail?.toLowerCase() ?? `guest of order ${order.id}` },
    );
    const named = [...byEmail, ...buyers];
    const [person, knownBy] = named[0]
      ? ([named[0], byEmail.length > 0 ? 'email' : 'order'] as const)
      : ([byName.length === 1 ? byName[0] : undefined, 'name'] as const);
    const keyOf = ({ id, email }: Person) => id ?? email;
    if (!person || named.some((other) => keyOf(other) !== keyOf(person))) return null;
    const ownEmail = person.id === null && person.email?.startsWith('guest of order') ? null : (person.email?.toLowerCase() ?? null);
    const ownWords = new Set(wordsOf(person.name ?? ''));
    const isSigner = fullName !== null && byName.some(({ id }) => id === person.id);
    const agrees =
      (emails.length === 0 || ownEmail === null || emails.includes(ownEmail)) &&
      (byName.length === 0 || isSigner) &&
      (signer === null || wordsOf(signer).some((word) => ownWords.has(word)));
    if (!agrees) return null;
    const knowsAll = person.id !== null && (knownBy !== 'order' || isSigner);
    return { knownBy, customerId: person.id, leadId: null, onlyOrders: knowsAll ? null : orders };
  };

  const factsOf = async ({ customerId, leadId, onlyOrders }: Access, message: string): Promise<CustomerFact[]> => {
    const now = clock.now();
    if (onlyOrders) return onlyOrders.map((order) => orderFact(order, now));
    const own = { customerId, test: false };
    const ofEither = [...(customerId ? [{ customerId }] : []), ...(leadId ? [{ leadId }] : [])];
    const [named, newest, leads, calls] = await Promise.all([
      customerId
        ? prisma.order.findMany({
            where: { ...own, orderNumber: { in: spellingsOf(orderNumbersIn(plainText(message))) } },
            orderBy: { createdAt: 'desc' },
            take: MOST.namedOrders,
          })
        : [],
      customerId ? prisma.order.findMany({ where: own, orderBy: { createdAt: 'desc' }, take: MOST.orders }) : [],
      leadId
        ? prisma.lead.findMany({ where: { id: leadId } })
        : prisma.lead.findMany({ where: { customerId }, orderBy: { stageChangedAt: 'desc' }, take: MOST.leads }),
      prisma.transcription.findMany({
        where: { OR: ofEither },
        select: { id: true, analysis: true, createdAt: true },
        orderBy: { createdAt: 'desc' },
        take: MOST.calls,
      }),
    ]);
    const orders = [...new Map([...newest, ...named].map((order) => [order.id, order])).values()];
    return [
      ...orders.map((order) => orderFact(order, now)),
      ...leads.map((lead) => leadFact(lead, now)),
      ...calls.flatMap((call) => callFact(call, now) ?? []),
    ];
  };

  return {
    /** The records of whoever was chosen, or else recognised in the message. A chosen lead of another customer than the chosen one is left out. */
    recordsFor: async (message: string, { customerId, lead }: ChosenPeople): Promise<CustomerRecords> => {
      const isLeadOfCustomer = lead !== null && (customerId === null || lead.customerId === null || lead.customerId === customerId);
      const access: Access | null =
        customerId || lead
          ? {
              knownBy: 'choice',
              customerId: customerId ?? lead?.customerId ?? null,
              leadId: isLeadOfCustomer ? (lead?.id ?? null) : null,
              onlyOrders: null,
            }
          : await recognise(message);
      return access ? { knownBy: access.knownBy, facts: await factsOf(access, message) } : nothing;
    },
  };
};
