import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let rest: TestApp;
let graph: TestApp;
beforeAll(async () => {
  [rest, graph] = await Promise.all([createTestApp(), createTestApp()]);
});
afterAll(() => Promise.all([rest.close(), graph.close()]));

const LEAD = { name: ' Jo March ', email: 'jo@example.com', phone: '', company: 'Orchard House', value: '1250.5', source: 'referral' };
const CUSTOMER = { name: 'Ada Lovelace', email: '', shopifyCustomerId: '77' };
const MESSAGE = 'How much is the H14, and when can you deliver?';

/** The same scenario over REST: the messages on the way. */
async function byRest(app: TestApp): Promise<readonly unknown[]> {
  const ada = await app.signUp('ada');
  const messages: unknown[] = [];
  const record = async (answer: Promise<{ body: unknown }>) => messages.push(Object(await answer.then(({ body }) => body)).message ?? null);
  const customer = idOf((await ada.rest.post('/api/customers', CUSTOMER)).body);
  await record(ada.rest.post('/api/customers', CUSTOMER));
  const lead = idOf((await ada.rest.post('/api/leads', { ...LEAD, customerId: customer })).body);
  await record(ada.rest.post('/api/leads', { ...LEAD, name: ' ' }));
  await record(ada.rest.post('/api/leads', { ...LEAD, customerId: 'nobody' }));
  await ada.rest.put(`/api/leads/${lead}/stage`, { stage: 'quoted' });
  await ada.rest.put(`/api/leads/${lead}/stage`, { stage: 'quoted' });
  await record(ada.rest.put('/api/leads/nobody/stage', { stage: 'won' }));
  const brief = { customerRequest: MESSAGE, responseType: 'support', customerId: customer, leadId: lead };
  const reply = idOf((await ada.rest.post('/api/ai/generate-response', brief)).body);
  await record(ada.rest.post('/api/ai/generate-response', { ...brief, customerRequest: '' }));
  await ada.rest.post(`/api/ai/responses/${reply}/use`);
  await record(ada.rest.post('/api/ai/responses/nobody/use'));
  await ada.rest.post('/api/auth/logout');
  await record(ada.rest.post('/api/leads', LEAD));
  return messages;
}

const Answer = z.object({ id: z.string().optional(), message: z.string().optional() });

/** The same scenario over GraphQL. */
async function byGraph(app: TestApp): Promise<readonly unknown[]> {
  const ada = await app.signUp('ada');
  const messages: unknown[] = [];
  const mutate = async (field: string, returns: string, variables: string, values: Record<string, unknown>) => {
    const args = Object.keys(values).map((name) => `${name}: $${name}`);
    const document = `mutation (${variables}) { answer: ${field}(${args}) { ... on Failure { message } ... on ${returns} { id } } }`;
    const { data, errors } = await ada.graph(document, values);
    const answer = Answer.parse(data?.answer ?? { message: errors?.[0]?.message });
    return { id: answer.id ?? '', message: answer.message ?? null };
  };
  const createCustomer = (input: unknown) => mutate('createCustomer', 'Customer', '$input: CustomerInput!', { input });
  const createLead = (input: unknown) => mutate('createLead', 'Lead', '$input: CreateLeadInput!', { input });
  const move = (id: string, stage: string) => mutate('moveLead', 'Lead', '$id: ID!, $stage: LeadStage!', { id, stage });
  const generate = (input: unknown) => mutate('generateReply', 'AiResponse', '$input: GenerateReplyInput!', { input });
  const use = (id: string) => mutate('markReplyUsed', 'AiResponse', '$id: ID!', { id });
  const record = async (answer: Promise<{ message: string | null }>) => messages.push((await answer).message);

  const { id: customerId } = await createCustomer(CUSTOMER);
  await record(createCustomer(CUSTOMER));
  const { id: lead } = await createLead({ ...LEAD, customerId });
  await record(createLead({ ...LEAD, name: ' ' }));
  await record(createLead({ ...LEAD, customerId: 'nobody' }));
  await move(lead, 'quoted');
  await move(lead, 'quoted');
  await record(move('nobody', 'won'));
  const brief = { customerRequest: MESSAGE, responseType: 'support', customerId, leadId: lead };
  const { id: reply } = await generate(brief);
  await record(generate({ ...brief, customerRequest: '' }));
  await use(reply);
  await record(use('nobody'));
  await ada.graph('mutation { signOut }');
  await record(createLead(LEAD));
  return messages;
}

/** Everything that was stored; ids and digests, which differ, by the order they came up in. */
async function stored(app: TestApp): Promise<string> {
  const tables = ['users', 'customers', 'leads', 'ai_responses', 'sessions'].map(
    (table) => `select '${table}' as "table", to_jsonb(t) as row from ${table} t`,
  );
  // What GraphQL costs is counted for GraphQL alone; attempts end by the time of the machine.
  tables.push(`select 'throttles', to_jsonb(t) - 'expire' from throttles t where key not like 'cost:%'`);
  const events = `select 'events', to_jsonb(e) - 'seq' from (select * from events order by id) e`;
  const { rows } = await app.container.db.pool.query<{ row: unknown }>([...tables, events].join(' union all '));
  const names = new Map<string, string>();
  return JSON.stringify(rows, null, 1)
    .replace(/\$argon2id[^"]+/g, 'hash')
    .replace(
      /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}|[0-9a-f]{64}/g,
      (id) => names.set(id, names.get(id) ?? `id ${names.size}`).get(id) ?? '',
    );
}

it('returns the same data over GraphQL and REST', async () => {
  const results = await Promise.all([byRest(rest), byGraph(graph)]);
  expect(results[0]).toEqual([
    'Another customer already has this shop customer id.',
    'Name is required',
    'Customer not found',
    'Lead not found',
    'Please enter a customer request.',
    'Response not found',
    'Please sign in.',
  ]);
  expect(results[1]).toEqual(results[0]);
  const rows = await Promise.all([stored(rest), stored(graph)]);
  expect(rows[1]).toBe(rows[0]);
  const kinds = await rest.container.db.prisma.event.findMany({ orderBy: { id: 'asc' }, select: { kind: true } });
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'account.registered',
    'customer.created',
    'lead.created',
    'lead.moved',
    'reply.generated',
    'reply.used',
    'session.ended',
  ]);
});
