import type { AccessNoun } from '#contract/access.ts';
import type { Order } from '#prisma/generated/client.ts';
import type { CustomerFact, CustomerRecords } from '#server/ai/port.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import { plainText } from '#server/language/plain-text.ts';
import { orderNumbersIn } from '#server/language/references.ts';
import { signed } from '#server/language/signature.ts';
import { wordsOf } from '#server/language/words.ts';
import { type Access, ownersOf } from '../access/access.ts';
import type { Reader } from '../viewer.ts';
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
interface Known {
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

/** The owners of a scope as a condition of Prisma; null for no condition. */
const scopeOf = (access: Access, noun: AccessNoun): { in: string[] } | null => {
  const owners = ownersOf(access.rows(noun));
  return owners && { in: [...owners] };
};

const nothing: CustomerRecords = { knownBy: null, facts: [] };

export type CustomerFacts = ReturnType<typeof createCustomerFacts>;

/** Finds what the CRM knows about the customer who is answered. */
export const createCustomerFacts = ({ db: { prisma }, clock }: { readonly db: Database; readonly clock: Clock }) => {
  /**
   * Who wrote, where nobody was chosen: the customer of an email address in the message, of an order number, or of the full name it is
   * signed with. All that the message says of its writer has to agree with that one customer; else it is nobody. An order number can be
   * guessed: without a full name or an address it opens its own order and nothing else. Customers and orders that the reader may not see are
   * recognised by nothing.
   */
  const recognise = async (reader: Reader, message: string): Promise<Known | null> => {
    const text = plainText(message);
    const emails = [...new Set((text.match(EMAIL) ?? []).map((email) => email.toLowerCase()))].slice(0, EMAILS);
    const numbers = orderNumbersIn(text);
    const { signer } = signed(text);
    const fullName = signer !== null && wordsOf(signer).length > 1 ? signer : null;
    const owners = ownersOf(reader.access.rows('customer'));
    const orderScope = scopeOf(reader.access, 'order');
    const [byEmail, byName, orders] = await Promise.all([
      emails.length > 0
        ? prisma.$queryRaw<Person[]>`select id, name, email from customers
            where lower(email) = any(${emails}) and (${owners}::text[] is null or owner_id = any(${owners}::text[])) limit 2`
        : [],
      fullName
        ? prisma.$queryRaw<Person[]>`select id, name, email from customers where folded(name) like folded_pattern(${fullName})
            and (${owners}::text[] is null or owner_id = any(${owners}::text[])) limit ${NAMESAKES}`
        : [],
      prisma.order.findMany({
        where: { orderNumber: { in: spellingsOf(numbers) }, test: false, ...(orderScope && { customer: { ownerId: orderScope } }) },
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

  const factsOf = async ({ access }: Reader, { customerId, leadId, onlyOrders }: Known, message: string): Promise<CustomerFact[]> => {
    const now = clock.now();
    const [orderScope, leadScope, callScope] = [scopeOf(access, 'order'), scopeOf(access, 'lead'), scopeOf(access, 'transcription')];
    if (onlyOrders) return onlyOrders.map((order) => orderFact(order, now));
    const own = { customerId, test: false, ...(orderScope && { customer: { ownerId: orderScope } }) };
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
        ? prisma.lead.findMany({ where: { id: leadId, ...(leadScope && { ownerId: leadScope }) } })
        : prisma.lead.findMany({
            where: { customerId, ...(leadScope && { ownerId: leadScope }) },
            orderBy: { stageChangedAt: 'desc' },
            take: MOST.leads,
          }),
      prisma.transcription.findMany({
        where: { OR: ofEither, ...(callScope && { repId: callScope }) },
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
    /** The records, as far as the reader may see them, of whoever was chosen, or else recognised in the message. A chosen lead of another customer than the chosen one is left out. */
    recordsFor: async (reader: Reader, message: string, { customerId, lead }: ChosenPeople): Promise<CustomerRecords> => {
      const isLeadOfCustomer = lead !== null && (customerId === null || lead.customerId === null || lead.customerId === customerId);
      const known: Known | null =
        customerId || lead
          ? {
              knownBy: 'choice',
              customerId: customerId ?? lead?.customerId ?? null,
              leadId: isLeadOfCustomer ? (lead?.id ?? null) : null,
              onlyOrders: null,
            }
          : await recognise(reader, message);
      return known ? { knownBy: known.knownBy, facts: await factsOf(reader, known, message) } : nothing;
    },
  };
};
