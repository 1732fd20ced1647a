import type { Tx } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import { assignOwners } from '../access/assignment.ts';
import type { Buyer } from './order-row.ts';

// Hand-written SQL: a page has hundreds of buyers, and each is matched in three ways.

/** By the store's id, else by email, else by phone. A customer with another store id never matches. */
const FIND = `
  with given as (select * from jsonb_to_recordset($1::jsonb) as given(ref text, "storeId" text, email text, phone text))
  select given.ref, found.id, found.priority from given cross join lateral (
    select id, 1 as priority from customers where shopify_customer_id = given."storeId"
    union all
    select id, 2 from customers where lower(email) = lower(given.email) and (given."storeId" is null or shopify_customer_id is null)
    union all
    select id, 3 from customers
    where phone_key(phone) = phone_key(given.phone) and (given."storeId" is null or shopify_customer_id is null)
    order by 2, 1 limit 1
  ) as found`;

// Somebody may have added the same store id in the meantime: their customer is used.
const ADD = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as given(ref text, id text, "storeId" text, name text, email text, phone text, company text,
      "ownerId" text, "ruleId" text, reason text)
  ), added as (
    insert into customers (id, name, email, phone, company, shopify_customer_id, owner_id, assignment_rule_id, assignment_reason, created_at, updated_at)
    select id, name, email, phone, company, "storeId", "ownerId", "ruleId", reason, $2::timestamptz, $2::timestamptz from given order by id
    on conflict (shopify_customer_id) do update set updated_at = customers.updated_at
    returning id, name, shopify_customer_id, owner_id, (xmax = 0) as is_new
  ), inserted_events as (
    insert into events (kind, subject_type, subject_id, actor_id, customer_id, owner_id, data, at)
    select 'customer.created', 'customer', id, $3::text, id, owner_id, jsonb_build_object('name', name), $2::timestamptz from added where is_new and $4::boolean
  )
  select given.ref, coalesce(same.id, added.id) as id from given
  left join added as same on same.id = given.id
  left join added on added.shopify_customer_id = given."storeId"`;

// Links a customer who was matched by email or phone to the store. Fields that have a value stay; empty ones are filled in.
const LINK = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as given(id text, "storeId" text, email text, phone text, company text)
  ), before as (
    select customers.* from customers join given using (id)
  ), linked as (
    update customers set shopify_customer_id = given."storeId", email = coalesce(customers.email, given.email),
      phone = coalesce(customers.phone, given.phone), company = coalesce(customers.company, given.company),
      updated_at = greatest($2::timestamptz, customers.updated_at + interval '1 millisecond')
    from given where customers.id = given.id returning customers.*
  )
  insert into events (kind, subject_type, subject_id, actor_id, customer_id, owner_id, data, at)
  select 'customer.updated', 'customer', linked.id, $3::text, linked.id, linked.owner_id, jsonb_build_object('changed', to_jsonb(array_remove(array[
    'shopifyCustomerId', case when before.email is null and linked.email is not null then 'email' end,
    case when before.phone is null and linked.phone is not null then 'phone' end,
    case when before.company is null and linked.company is not null then 'company' end], null))), linked.updated_at
  from linked join before using (id)`;

interface Found {
  readonly ref: string;
  readonly id: string;
  readonly priority: number;
}

interface UpsertOptions {
  readonly newId: NewId;
  readonly now: Date;
  readonly actorId: string | null;
  /** Whether to append an event for each new customer. */
  readonly withEvents: boolean;
}

/** The customer id of each buyer, by `ref`. Creates those that do not exist. */
export async function upsertCustomers(tx: Tx, buyers: readonly Buyer[], options: UpsertOptions): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Map(buyers.map((buyer) => [buyer.ref, buyer])).values()].toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  // Customers of the store first: a guest with the same address is one of them.
  const registered = await upsertBuyers(
    tx,
    unique.filter(({ storeId }) => storeId !== null),
    options,
  );
  const guests = await upsertBuyers(
    tx,
    unique.filter(({ storeId }) => storeId === null),
    options,
  );
  return new Map([...registered, ...guests]);
}

async function upsertBuyers(
  tx: Tx,
  buyers: readonly Buyer[],
  { newId, now, actorId, withEvents }: UpsertOptions,
): Promise<ReadonlyMap<string, string>> {
  if (buyers.length === 0) return new Map();
  const found = await tx.$queryRawUnsafe<Found[]>(FIND, JSON.stringify(buyers));
  const byRef = new Map(found.map((each) => [each.ref, each]));
  const ids = new Map<string, string>();
  const unmatched: Array<Buyer & { id: string }> = [];
  const linked = new Map<string, Buyer & { id: string }>();
  for (const buyer of buyers) {
    const match = byRef.get(buyer.ref);
    const isLink = match !== undefined && match.priority > 1 && buyer.storeId !== null;
    // Two customers of the store share an address: only the first is linked.
    if (!match || (isLink && linked.has(match.id))) unmatched.push({ ...buyer, id: newId() });
    else ids.set(buyer.ref, match.id);
    if (isLink && !linked.has(match.id)) linked.set(match.id, { ...buyer, id: match.id });
  }
  if (linked.size > 0) await tx.$executeRawUnsafe(LINK, JSON.stringify([...linked.values()]), now, actorId);
  if (unmatched.length > 0) {
    const assignable = unmatched.map(({ phone }) => ({ source: null, phone, opensLead: false }));
    const assignments = await assignOwners(tx, 'shop_customer', assignable, now);
    const given = JSON.stringify(unmatched.map((buyer, index) => ({ ...buyer, ...assignments[index] })));
    const added = await tx.$queryRawUnsafe<Array<{ ref: string; id: string }>>(ADD, given, now, actorId, withEvents);
    for (const { ref, id } of added) ids.set(ref, id);
  }
  return ids;
}
