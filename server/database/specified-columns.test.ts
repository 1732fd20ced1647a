import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The fields of the specification's section 3, as columns; `=` gives the default that the database keeps. */
const TABLES = {
  users: 'id username email password_hash first_name last_name profile_image_url is_active=true created_at updated_at',
  sessions: 'id user_id expires_at created_at',
  customers: 'id name email phone company shopify_customer_id created_at updated_at',
  leads: 'id customer_id name email phone company stage=leads value source notes last_contact_at created_at updated_at',
  transcriptions:
    'id customer_id lead_id title content summary duration type sentiment tags call_value priority=medium metadata created_at',
  response_templates: 'id name type content variables is_active=true created_at updated_at',
  shopify_orders: 'id shopify_order_id customer_id order_number total_price currency=USD status order_data created_at updated_at',
  ai_responses: 'id customer_request generated_response response_type customer_id lead_id used=false created_at',
  email_templates: 'id name subject body type variables is_active=true usage_count=0 created_at updated_at',
  ai_training_data: 'id title content category source tags metadata is_active=true usage_count=0 effectiveness_score created_at updated_at',
  coaching_sessions:
    'id user_id title type status=active transcription_ids analysis_data recommendations goals progress created_at updated_at',
  coaching_insights: 'id session_id user_id category insight priority action_item is_implemented=false implemented_at created_at',
  performance_metrics: 'id user_id metric_type value period date metadata created_at',
  real_time_insights:
    'id user_id call_id status=active current_transcript insights recommendations metrics duration=0 last_update created_at',
  customer_interaction_flows: 'id customer_id flow_type current_stage stages interactions metadata started_at completed_at updated_at',
};

type Column = { column_name: string; column_default: string | null; numeric_precision: number | null; numeric_scale: number | null };

const columnsOf = async (table: string) => {
  const rows = await app.container.db.prisma.$queryRaw<Column[]>`
    select column_name, column_default, numeric_precision, numeric_scale
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
  return new Map(rows.map((row) => [row.column_name, row]));
};

describe('the table', () => {
  it.each(Object.entries(TABLES))('of %s has the fields and defaults of the specification', async (table, fields) => {
    const columns = await columnsOf(table);
    for (const field of fields.split(' ')) {
      const [name = '', value] = field.split('=');
      expect(columns.has(name), `${table}.${name}`).toBe(true);
      if (value) expect(columns.get(name)?.column_default, `${table}.${name}`).toContain(value);
    }
  });

  it.each([
    ['leads', 'value', 10, 2],
    ['transcriptions', 'call_value', 10, 2],
    ['shopify_orders', 'total_price', 10, 2],
    ['performance_metrics', 'value', 10, 4],
  ])('of %s keeps %s as a decimal of %i,%i', async (table, column, precision, scale) => {
    expect((await columnsOf(table)).get(column)).toMatchObject({ numeric_precision: precision, numeric_scale: scale });
  });
});
