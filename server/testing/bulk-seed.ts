import type { Database } from '#server/database/client.ts';

// A number that looks random and is always the same for a row.
const dice = (row: string, what: string) => `('x' || substr(md5(${row} || '${what}'), 1, 7))::bit(28)::int`;

const customers = (count: number) => `
  insert into customers (id, name, email, company, created_at, updated_at)
  select 'c' || lpad(i::text, 7, '0'), (array['Zoë Müller', 'Anna Smith', 'José Núñez', 'Bob_100%', 'Łukasz Żak', 'anna schmidt', 'Ørsted'])[i % 7 + 1] || ' ' || i,
    case when i % 3 > 0 then 'person' || i || '@example.com' end,
    case when i % 5 > 0 then (array['Café Zürich', 'Acme', 'acme labs', 'Naïve GmbH'])[i % 4 + 1] end, at, at
  from generate_series(1, ${count}) as i, lateral (select timestamptz '2024-12-30 00:00Z' + i * interval '17 hours') as t(at)`;

const leads = (count: number, owners: number) => `
  insert into leads (id, customer_id, name, company, stage, stage_changed_at, value, source, last_contact_at, created_at, updated_at)
  select 'l' || lpad(i::text, 7, '0'), case when i % 4 > 0 then 'c' || lpad((${dice('i', 'owner')} % ${owners} + 1)::text, 7, '0') end,
    (array['Élodie', 'Elodie', 'Grace', 'Ada', 'grace'])[i % 5 + 1] || ' ' || i, case when i % 6 > 0 then (array['Müller & Co', 'Muller Inc', 'Initech'])[i % 3 + 1] end,
    (enum_range(null::"LeadStage"))[${dice('i', 'stage')} % 6 + 1], at, case when i % 7 > 0 then (${dice('i', 'value')} % 1000000)::numeric / 100 end,
    (enum_range(null::"LeadSource"))[${dice('i', 'source')} % 7 + 1], case when i % 3 = 0 then at + interval '5 days' end, at, at
  from generate_series(1, ${count}) as i,
    lateral (select date_trunc('milliseconds', timestamptz '2025-01-01 00:00Z' + (i::float8 / ${count}) * interval '690 days')) as t(at)`;

const calls = (count: number, owners: number, leadCount: number) => `
  insert into transcriptions (id, customer_id, lead_id, title, content, duration, type, sentiment, call_value, priority, created_at, updated_at)
  select 't' || lpad(i::text, 7, '0'), case when i % 5 > 0 then 'c' || lpad((${dice('i', 'caller')} % ${owners} + 1)::text, 7, '0') end,
    case when i % 2 = 0 then 'l' || lpad((${dice('i', 'lead')} % ${leadCount} + 1)::text, 7, '0') end, 'Call ' || i,
    case when i % 3 = 0 then 'Rep: The invoice is late.' else 'Rep: The bicycle arrived.' end, case when i % 4 > 0 then ${dice('i', 'long')} % 900 end,
    (array['sales', 'support'])[i % 2 + 1], (array['positive', 'neutral', 'negative', null])[${dice('i', 'mood')} % 4 + 1],
    case when i % 3 = 0 then (${dice('i', 'worth')} % 100000)::numeric / 100 end, (enum_range(null::"Priority"))[i % 3 + 1], at, at
  from generate_series(1, ${count}) as i, lateral (select timestamptz '2025-10-25 22:00Z' + i * interval '23 minutes') as t(at)`;

const orders = (count: number, owners: number) => `
  insert into shopify_orders (id, shopify_order_id, customer_id, order_number, total_price, currency, status, created_at, updated_at)
  select 'o' || lpad(i::text, 7, '0'), i::text, case when i % 8 > 0 then 'c' || lpad((${dice('i', 'buyer')} % ${owners} + 1)::text, 7, '0') end, '#' || i,
    (${dice('i', 'price')} % 100000)::numeric / 100, case when i % 9 = 0 then 'EUR' else 'USD' end,
    (array['paid', 'pending', 'shipped', 'refunded'])[${dice('i', 'status')} % 4 + 1], at, at
  from generate_series(1, ${count}) as i, lateral (select timestamptz '2026-03-28 00:00Z' + i * interval '31 minutes') as t(at)`;

/** How many rows of each noun there are to be. */
export interface BulkSeedOptions {
  readonly customers: number;
  readonly leads: number;
  readonly calls: number;
  readonly orders: number;
}

/** Fills an empty database with rows that look random and are always the same, for questions about many of them. */
export async function bulkSeed({ pool }: Pick<Database, 'pool'>, of: BulkSeedOptions): Promise<void> {
  for (const statement of [
    customers(of.customers),
    leads(of.leads, of.customers),
    calls(of.calls, of.customers, of.leads),
    orders(of.orders, of.customers),
  ]) {
    await pool.query(statement);
  }
}
