import type { Pool } from 'pg';
import { ownersOf, type RowScope } from '../access/access.ts';

/** What orders in one currency come to. */
export interface Revenue {
  readonly currency: string;
  /** Orders that count: cancelled, refunded and test orders are left out. */
  readonly orders: number;
  /** Exact. */
  readonly total: string;
  readonly average: string;
}

export interface OrderSummary {
  readonly count: number;
  readonly thisMonth: number;
  /** US dollars first, then the currency with the most orders. */
  readonly revenue: readonly Revenue[];
}

const COUNTS = `filter (where status not in ('cancelled', 'refunded') and not test)`;

const SUMMARY = `
  select currency, count(*)::int as count, count(*) filter (where created_at >= $1 and created_at <= $2)::int as "thisMonth",
    count(*) ${COUNTS}::int as orders, coalesce(sum(total_price) ${COUNTS}, 0)::numeric(24, 2)::text as total,
    coalesce(avg(total_price) ${COUNTS}, 0)::numeric(24, 2)::text as average
  from shopify_orders
  where $3::text[] is null or exists (select from customers where customers.id = customer_id and owner_id = any($3))
  group by currency order by currency <> 'USD', orders desc, currency`;

interface Row extends Revenue {
  readonly count: number;
  readonly thisMonth: number;
}

/** The numbers of the orders in a scope, in one question. */
export async function orderSummary(pool: Pick<Pool, 'query'>, scope: RowScope, since: Date, now: Date): Promise<OrderSummary> {
  const { rows } = await pool.query<Row>({ name: 'order-summary', text: SUMMARY, values: [since, now, ownersOf(scope)] });
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    thisMonth: rows.reduce((sum, { thisMonth }) => sum + thisMonth, 0),
    revenue: rows.map(({ currency, orders, total, average }) => ({ currency, orders, total, average })),
  };
}
