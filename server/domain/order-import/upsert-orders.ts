import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import type { ShopOrder } from '#server/integrations/shopify/port.ts';
import type { ServiceDeps } from '../deps.ts';
import { buyerOf, type OrderRow, rowOf } from './order-row.ts';
import { upsertCustomers } from './upsert-customers.ts';

/** One event per changed order, or one for a whole page of a first import. */
export type EventMode = 'each' | 'together';

export interface UpsertSummary {
  readonly created: number;
  readonly changed: number;
  /** Skipped because the total is out of range. */
  readonly invalid: number;
}

interface UpsertOptions {
  readonly actorId: string | null;
  readonly events: EventMode;
}

const COLUMNS =
  'customer_id, order_number, total_price, currency, status, order_data, customer_name, customer_email, fulfilment, cancelled_at, test';
const VALUES = (row: string) =>
  COLUMNS.split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ');

// An older version of an order never overwrites a newer one, and one of the same second only where it differs. Appends an event for each
// order that is new or has changed; during a first import only for those that may move a flow, and one for the whole page.
const UPSERT = `
  with given as (
    select "shopifyOrderId" as shopify_order_id, id, "customerId" as customer_id, "orderNumber" as order_number, "totalPrice" as total_price,
      currency, status, "orderData" as order_data, "customerName" as customer_name, "customerEmail" as customer_email, fulfilment,
      "cancelledAt" as cancelled_at, test, "shopUpdatedAt" as shop_updated_at, "createdAt" as created_at
    from jsonb_to_recordset($1::jsonb) as given("shopifyOrderId" text, id text, "customerId" text, "orderNumber" text, "totalPrice" numeric,
      currency text, status text, "orderData" jsonb, "customerName" text, "customerEmail" text, fulfilment text,
      "cancelledAt" timestamptz, test boolean, "shopUpdatedAt" timestamptz, "createdAt" timestamptz)
  ), before as (
    select shopify_order_id, status from shopify_orders where shopify_order_id in (select shopify_order_id from given)
  ), upserted as (
    insert into shopify_orders as stored (id, shopify_order_id, ${COLUMNS}, shop_updated_at, created_at, updated_at)
    select id, shopify_order_id, ${COLUMNS}, shop_updated_at, created_at, $2::timestamptz from given order by shopify_order_id
    on conflict (shopify_order_id) do update set (${COLUMNS}, shop_updated_at, updated_at) =
      (${VALUES('excluded').replace('excluded.customer_id', 'coalesce(excluded.customer_id, stored.customer_id)')}, excluded.shop_updated_at, $2::timestamptz)
    where coalesce(stored.shop_updated_at <= excluded.shop_updated_at, true) and (${VALUES('stored')}) is distinct from
      (${VALUES('excluded').replace('excluded.customer_id', 'coalesce(excluded.customer_id, stored.customer_id)')})
    returning stored.*
  ), changes as (
    select upserted.*, before.status as status_before, before.shopify_order_id is null as is_new
    from upserted left join before using (shopify_order_id)
  ), inserted_events as (
    insert into events (kind, subject_type, subject_id, actor_id, customer_id, owner_id, data, at)
    select case when is_new then 'order.synced' else 'order.updated' end, 'order', id, $3::text, customer_id,
      (select owner_id from customers where customers.id = changes.customer_id),
      jsonb_strip_nulls(jsonb_build_object('status', status, 'totalPrice', total_price::text, 'from', nullif(status_before, status))), $2::timestamptz
    from changes where $4::text = 'each' or exists (
      select 1 from customer_interaction_flows flow where flow.customer_id = changes.customer_id and flow.started_at <= changes.created_at
    )
    order by shop_updated_at, shopify_order_id
  ), inserted_summary as (
    insert into events (kind, subject_type, subject_id, actor_id, data, at)
    select 'orders.imported', 'integration', 'shopify', $3::text, jsonb_build_object('count', count(*)), $2::timestamptz
    from changes where $4::text = 'together' having count(*) > 0
  )
  select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as changed from changes`;

/** Upserts orders and their customers inside a transaction. */
export const upsertOrders =
  ({ clock, newId }: Pick<ServiceDeps, 'clock' | 'newId'>) =>
  async (tx: Tx, orders: readonly ShopOrder[], { actorId, events }: UpsertOptions): Promise<UpsertSummary> => {
    const rows = [...new Map(orders.map((order) => [order.id, order])).values()].flatMap((order): OrderRow[] => {
      const row = rowOf(order);
      return row ? [row] : [];
    });
    const invalid = orders.length - rows.length;
    if (rows.length === 0) return { created: 0, changed: 0, invalid };
    const now = clock.now();
    // One at a time: one buyer must not become two customers, and transactions must not wait for each other's rows.
    await lockTransaction(tx, ADVISORY_LOCKS.orderUpsert);
    const buyers = orders.flatMap((order) => buyerOf(order) ?? []);
    const customers = await upsertCustomers(tx, buyers, { newId, now, actorId, withEvents: events === 'each' });
    const given = rows.map(({ buyer, ...row }) => ({
      ...row,
      id: newId(),
      customerId: buyer === null ? null : (customers.get(buyer) ?? null),
    }));
    const [counts] = await tx.$queryRawUnsafe<Array<{ created: number; changed: number }>>(
      UPSERT,
      JSON.stringify(given),
      now,
      actorId,
      events,
    );
    return { created: counts?.created ?? 0, changed: counts?.changed ?? 0, invalid };
  };
