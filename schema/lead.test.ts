import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schema } from '#schema/index.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
/** Newest first: one by itself, one of which everything is known. */
let ids: readonly string[];
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  const customer = { name: 'Grace Hopper', email: 'grace@example.com', phone: '555 0100', company: 'Navy', shopifyCustomerId: '77' };
  const customerId = idOf((await ada.rest.post('/api/customers', customer)).body);
  const lead = { name: 'Jo', email: 'jo@example.com', phone: '555 0101', company: 'Initech', value: '1250.5', source: 'referral' };
  const full = idOf((await ada.rest.post('/api/leads', { ...lead, customerId })).body);
  app.clock.advance(1_234);
  await ada.graph('mutation ($id: ID!) { moveLead(id: $id, stage: quoted) { __typename } }', { id: full });
  app.clock.advance(60_001);
  await ada.graph('mutation ($id: ID!) { updateLead(id: $id, input: { notes: "Call" }) { __typename } }', { id: full });
  const bare = idOf((await ada.rest.post('/api/leads', { name: 'Alone' })).body);
  ids = [bare, full];
});
afterAll(() => app.close());

const One = z.object({ errors: z.undefined().optional(), data: z.object({ lead: z.unknown() }) });
const List = z.object({ errors: z.undefined().optional(), data: z.object({ leads: z.object({ nodes: z.array(z.unknown()) }) }) });

/** What a document has besides its fields. */
interface More {
  readonly fragments?: string;
  readonly variables?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly list?: string;
}

/** Each lead requested by itself: its customer is loaded after it. */
const each = (fields: string, { fragments = '', variables = '', values = {} }: More = {}) =>
  Promise.all(
    ids.map(
      async (id) =>
        One.parse(await ada.graph(`query ($id: ID! ${variables}) { lead(id: $id) { ${fields} } } ${fragments}`, { id, ...values })).data
          .lead,
    ),
  );

const listed = async (fields: string, { fragments = '', variables = '', values = {}, list = 'leads(first: 5)' }: More = {}) =>
  List.parse(await ada.graph(`query ${variables && `(${variables})`} { ${list} { nodes { ${fields} } } } ${fragments}`, values)).data.leads
    .nodes;

const QUESTIONS: readonly (readonly [how: string, fields: string, more: More])[] = [
  ['under other names, and twice', 'stage: name company customer { id } customer { called: name } buyer: customer { email }', {}],
  [
    'in fragments',
    '...Card ... on UpdateLeadResult { ... on Lead { value } }',
    { fragments: 'fragment Card on Lead { customer { ...Who } phone } fragment Who on Customer { company }' },
  ],
  ['with its customer’s own leads', 'customer { leads(first: 5) { nodes { id value customer { name leads { totalCount } } } } }', {}],
  [
    'with all at once',
    'id createdAt updatedAt stageChangedAt notes metrics { contactCount } customer { firstName metrics { orders } }',
    {},
  ],
  ...[true, false].map(
    (yes) =>
      [
        `where a variable says ${yes}`,
        'name @include(if: $yes) customer @skip(if: $yes) { phone } ... @include(if: $yes) { buyer: customer { email } }',
        { variables: '$yes: Boolean!', values: { yes } },
      ] as const,
  ),
];

/** Fields of a type without arguments: scalars, and the type name of objects. */
function fieldsOf(name: string): readonly string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter(({ args }) => args.length === 0)
    .map((field) => (isLeafType(getNamedType(field.type)) ? field.name : `${field.name} { __typename }`));
}

describe('a lead has the same fields in a list as by itself', () => {
  it.each([...fieldsOf('Lead'), ...fieldsOf('Customer').map((field) => `customer { ${field} }`)])('with %s', async (field) => {
    const expected = await each(field);
    // The second time it is a compiled query.
    for (const _time of [1, 2]) expect(await listed(field)).toEqual(expected);
  });

  it.each(QUESTIONS)('%s', async (_how, fields, more) => {
    const expected = await each(fields, more);
    for (const _time of [1, 2]) expect(await listed(fields, more)).toEqual(expected);
  });

  it.each([
    ['filtered', 'leads(filter: { search: "o" })'],
    ['found by its customer', 'leads(where: { or: [{ customer: { name: { contains: "Hopper" } } }, { name: { eq: "Alone" } }] })'],
    ['in another order', 'leads(orderBy: [{ field: name }])'],
    ['read from the end', 'leads(last: 2)'],
  ])('%s', async (_how, list) => {
    const fields = 'id name value customer { name company }';
    const expected = await each(fields);
    for (const _time of [1, 2]) expect(await listed(fields, { list })).toEqual(expected);
  });
});

it('one operation with two lists returns to each list the fields that it selects', async () => {
  const [bare, full] = await each('name customer { name }');
  const query = () => ada.graph('{ with: leads { nodes { name customer { name } } } without: leads { nodes { name } } }');
  for (const _time of [1, 2])
    expect(await query()).toMatchObject({
      data: { with: { nodes: [bare, full] }, without: { nodes: [{ name: 'Alone' }, { name: 'Jo' }] } },
    });
});

it('goes from page to page with cursors, in edges from either end', async () => {
  const [bare, full] = await each('name customer { name }');
  const Page = z.object({ data: z.object({ leads: z.object({ edges: z.array(z.object({ cursor: z.string(), node: z.unknown() })) }) }) });
  const page = async (at: string, cursor: string | null = null) =>
    Page.parse(
      await ada.graph(`query ($at: String) { leads(${at}: $at) { edges { cursor node { name } } edges { node { customer { name } } } } }`, {
        at: cursor,
      }),
    ).data.leads.edges;
  for (const _time of [1, 2]) {
    const [first] = await page('first: 1, after');
    expect([first?.node, ...(await page('first: 5, after', first?.cursor)).map(({ node }) => node)]).toEqual([bare, full]);
    const [last] = await page('last: 1, before');
    expect([...(await page('last: 5, before', last?.cursor)).map(({ node }) => node), last?.node]).toEqual([bare, full]);
  }
});

it('is whole wherever else it is read', async () => {
  const [, id = ''] = ids;
  const fields = 'id value notes createdAt customer { name phone }';
  const [, full] = await each(fields);
  const changes = ada.subscribe(`subscription { pipelineChanged { lead { ${fields} stage } } }`);
  await listed('id');
  await ada.rest.put(`/api/leads/${id}/stage`, { stage: 'won' });
  expect(await changes.next()).toEqual({ pipelineChanged: { lead: { ...z.looseObject({}).parse(full), stage: 'won' } } });
  changes.stop();
  const stored = await app.container.db.prisma.lead.findUniqueOrThrow({ where: { id } });
  expect((await ada.rest.get('/api/leads')).body).toContainEqual(JSON.parse(JSON.stringify({ ...stored, value: '1250.50' })));
});
