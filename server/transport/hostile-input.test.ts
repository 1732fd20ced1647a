import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#schema/index.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { REST_ROUTES } from './rest/table.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  // All fields at once may hold a lot.
  app = await createTestApp({ assistant: createFixedAnalyst(), env: { BODY_LIMIT_KB: '16384' } });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const HOSTILE = {
  NUL: '\u0000',
  'NUL inside': 'a\u0000b',
  'control characters': '\u0001\u001f\u007f\u0085',
  'half a character': 'x\ud800',
  'the other half': '\udc00x',
  'a lot': 'x'.repeat(100_000),
  'a long letter': 'İ'.repeat(200),
  markup: '<script>alert(1)</script>',
  SQL: `'; drop table leads; --`,
  patterns: '%_\\',
  template: '{{name}} #{1} %s',
  direction: '\u202eabc\ufeff',
  nothing: '',
  blank: ' \t\n ',
} as const;

type Field = GraphQLField<unknown, unknown>;

/** A value of a type in which every text is the same. Types that hold themselves are filled twice. */
function filled(type: GraphQLArgument['type'], text: string, within: readonly string[] = []): unknown {
  if (isNonNullType(type)) return filled(type.ofType, text, within);
  if (isListType(type)) return [filled(type.ofType, text, within)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    if (within.length === 2) return null;
    return Object.fromEntries(
      Object.values(type.getFields()).map((field) => [field.name, filled(field.type, text, [...within, type.name])]),
    );
  }
  return type.name === 'Int' ? null : text;
}

const ROOTS = (['Query', 'Mutation'] as const).flatMap((kind) => {
  const type = schema.getType(kind);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.filter(({ args }) => args.length > 0).map((field) => [field.name, kind, field] as const);
});

function documentOf(kind: 'Query' | 'Mutation', { name, args, type }: Field): string {
  const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const argumentList = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return `${kind.toLowerCase()} (${variables}) { ${name}(${argumentList})${isCompositeType(getNamedType(type)) ? ' { __typename }' : ''} }`;
}

const INTERNAL = /Something went wrong|invalid input|prisma|postgres|syntax error at/i;

describe('GraphQL', () => {
  it.each(ROOTS)('%s accepts any text literally, or returns a validation error', async (_name, kind, field) => {
    for (const [what, text] of Object.entries(HOSTILE)) {
      const variables = Object.fromEntries(field.args.map((arg) => [arg.name, filled(arg.type, text)]));
      const { data, errors = [] } = await ada.graph(documentOf(kind, field), variables);
      expect(
        errors.filter(({ message }) => INTERNAL.test(message)),
        `${field.name}: ${what}`,
      ).toEqual([]);
      // A refusal without data comes with a code clients may act on, or from GraphQL's own reading of the variables.
      for (const { extensions } of data ? errors : []) expect(extensions?.code, `${field.name}: ${what}`).toBe('BAD_USER_INPUT');
    }
  });

  it('refuses an id that nothing can have, and a cursor that was never given out', async () => {
    const refusal = { message: 'Text cannot contain NUL characters.', extensions: { code: 'BAD_USER_INPUT' } };
    expect((await ada.graph('{ lead(id: "\\u0000") { id } }')).errors).toMatchObject([refusal]);
    expect((await ada.graph('mutation { markReplyUsed(id: "a\\u0000") { __typename } }')).errors).toMatchObject([refusal]);
    expect((await ada.graph('{ leads(filter: { customerId: "\\u0000" }) { totalCount } }')).errors).toMatchObject([refusal]);
    expect((await ada.graph('{ events(subjectId: "\\u0000") { nodes { kind } } }')).errors).toMatchObject([refusal]);
    for (const id of ['a\ud800', 'x'.repeat(1_000), '', ' ']) {
      expect((await ada.graph('query ($id: ID!) { lead(id: $id) { id } }', { id })).data).toEqual({ lead: null });
    }
    expect((await ada.graph('{ lead(id: 5) { id } }')).data).toEqual({ lead: null });
    expect((await ada.graph('{ leads(after: "\\u0000") { totalCount } }')).errors).toMatchObject([
      { message: '`after` is no cursor of this list in this order. Begin again without it.', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  it('searches for what is left of a term without control characters', async () => {
    const QUERY = 'query ($search: String) { customers(search: $search) { totalCount } leads(filter: { search: $search }) { totalCount } }';
    const { data } = await ada.graph(QUERY, { search: 'nobody\u0000\ud800' });
    expect(data).toEqual({ customers: { totalCount: 0 }, leads: { totalCount: 0 } });
  });

  it.each([
    ['{ nothing }', {}],
    ['{ leads { nodes { passwordHash } } }', {}],
    ['{', {}],
    ['', {}],
    ['query ($first: Int) { leads(first: $first) { totalCount } }', { first: 'x' }],
    ['query ($first: Int) { leads(first: $first) { totalCount } }', { first: 2 ** 40 }],
    ['query ($id: ID!) { lead(id: $id) { id } }', {}],
    ['query ($id: ID!) { lead(id: $id) { id } }', { id: null }],
    ['query ($id: ID!) { lead(id: $id) { id } }', { id: ['a'] }],
    ['query ($id: ID!) { lead(id: $id) { id } }', { id: true }],
    ['mutation ($stage: LeadStage!) { moveLead(id: "1", stage: $stage) { __typename } }', { stage: 'lost' }],
    ['mutation ($input: CreateLeadInput!) { createLead(input: $input) { __typename } }', { input: { name: 5 } }],
    ['mutation ($input: CreateLeadInput!) { createLead(input: $input) { __typename } }', { input: { name: 'Jo', stage: 'won' } }],
    ['mutation ($input: CreateLeadInput!) { createLead(input: $input) { __typename } }', { input: [] }],
  ])('refuses %s with %j', async (query, variables) => {
    const { data, errors } = await ada.graph(query, variables);
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.message).not.toMatch(INTERNAL);
    expect(await app.container.db.prisma.lead.count({ where: { stage: 'won' } })).toBe(0);
  });
});

describe('REST', () => {
  const FIELDS = [
    'subject',
    'body',
    'type',
    'tone',
    'purpose',
    'context',
    'username',
    'password',
    'email',
    'firstName',
    'name',
    'phone',
    'company',
    'value',
    'source',
    'stage',
    'customerId',
    'leadId',
    'customerRequest',
    'responseType',
    'shopifyCustomerId',
    'content',
    'callValue',
    'priority',
    'tags',
    'callerPhone',
  ];

  it.each(REST_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s takes any text for what it is, or says what is wrong',
    async (_name, { method, path }) => {
      const caller = await app.signUp(`rest ${method} ${path}`);
      for (const [what, text] of Object.entries(HOSTILE)) {
        const short = encodeURIComponent(text.toWellFormed().slice(0, 2_000));
        const address = `${path.replace(':id', short || 'x')}?search=${short}`;
        const json = { method, headers: { 'content-type': 'application/json' } };
        const body = (fill: string) => JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, fill])));
        const answer = await caller.rest.send(address, method === 'GET' ? { method } : { ...json, body: body(text) });
        expect([200, 201, 400, 401, 403, 404, 409, 413, 414, 502], `${what}: ${JSON.stringify(answer.body)?.slice(0, 200)}`).toContain(
          answer.status,
        );
        if (answer.status >= 400) expect(Object(answer.body).message, what).toMatch(/^[^<>]+$/);
      }
    },
  );

  it.each([['\u0000'], ['a\u0000b'], ['\u001f']])('refuses an id with %j in it', async (id) => {
    const answer = await ada.rest.put(`/api/leads/${encodeURIComponent(id)}/stage`, { stage: 'won' });
    expect([answer.status, answer.body]).toEqual([400, { message: 'id: Must be an id' }]);
  });

  it('refuses a path that is not well formed', async () => {
    const answer = await ada.rest.put('/api/leads/%zz/stage', { stage: 'won' });
    expect([answer.status, answer.body]).toEqual([400, { message: 'The request is malformed.' }]);
    const long = await ada.rest.put(`/api/leads/${'x'.repeat(5_000)}/stage`, { stage: 'won' });
    expect([long.status, Object.keys(Object(long.body))]).toEqual([expect.any(Number), ['message']]);
    expect(long.status).toBeLessThan(500);
  });

  it.each([[5], [true], [['x']], [{ x: 1 }]])('refuses %j where a text belongs', async (value) => {
    for (const field of ['name', 'email', 'phone', 'company', 'customerId']) {
      const { status, body } = await ada.rest.post('/api/leads', { name: 'Jo', [field]: value });
      expect([status, body], field).toEqual([400, { message: `${field}: ${field === 'customerId' ? 'Must be an id' : 'Must be text'}` }]);
    }
    const reply = await ada.rest.post('/api/ai/generate-response', { customerRequest: value });
    expect([reply.status, reply.body]).toEqual([400, { message: 'customerRequest: Must be text' }]);
  });

  it('returns text exactly as typed', async () => {
    const name = `<img src=x onerror="alert(1)"> & 'Söhne' 🙂 \\ %00 {{name}}`;
    const id = idOf((await ada.rest.post('/api/leads', { name, company: name })).body);
    const { body } = await ada.rest.get('/api/leads?limit=1');
    expect(body).toMatchObject([{ id, name, company: name }]);
    expect((await ada.graph('query ($id: ID!) { lead(id: $id) { name company } }', { id })).data).toEqual({
      lead: { name, company: name },
    });
    const { headers } = await ada.rest.get('/api/leads?limit=1');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
