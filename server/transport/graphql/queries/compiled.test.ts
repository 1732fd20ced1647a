import { type DocumentNode, Kind, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schema } from '#schema/index.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import * as generated from '#web/gql/graphql.ts';
import { createCompiledQueries } from './compiled.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  const customer = z.object({ id: z.string() }).parse((await ada.rest.post('/api/customers', { name: 'Grace Hopper' })).body);
  for (const name of ['One', 'Two', 'Three']) await ada.rest.post('/api/leads', { name, value: '10.50', customerId: customer.id });
});
afterAll(() => app.close());

const Answer = z.looseObject({ data: z.unknown().optional(), errors: z.unknown().optional() });

/** All of an answer but what is left of the budget. */
async function answer(by: Caller, query: string, variables?: object, headers?: HeadersInit) {
  const { status, body } = await by.rest.post('/graphql', { query, variables }, headers);
  const { data, errors } = Answer.parse(body);
  return { status, data, errors };
}

const QUESTIONS: readonly (readonly [what: string, query: string, variables?: object])[] = [
  [
    'a list',
    '{ leads(first: 2) { nodes { id name value createdAt stage customer { name } } totalCount pageInfo { hasNextPage endCursor } } }',
  ],
  ['aliases', '{ newest: leads(first: 1) { who: edges { cursor lead: node { called: name } } } workspace { companyName } }'],
  [
    'fragments',
    'query { leads { nodes { ...Card ... on Lead { customer { ...Who } } } } } fragment Card on Lead { name stage } fragment Who on Customer { name }',
  ],
  ['type names', '{ __typename leads { __typename nodes { __typename } } }'],
  ['the board', '{ pipeline { columns { stage label count value leads(first: 2) { nodes { name } } } } }'],
  [
    'plain variables',
    'query ($first: Int = 2, $stage: [LeadStage!]) { leads(first: $first) { nodes { name } } pipeline { columns(stages: $stage) { stage } } }',
  ],
  ['variables', 'query ($first: Int) { leads(first: $first) { nodes { name } } }', { first: 1 }],
  ['a variable of the wrong kind', 'query ($first: Int!) { leads(first: $first) { nodes { name } } }', { first: 'one' }],
  ['a variable that is missing', 'query ($id: ID!) { lead(id: $id) { name } }', {}],
  ['an argument that makes no sense', '{ leads(first: 101) { nodes { name } } workspace { companyName } }'],
  ['a refusal inside', '{ leads(first: 2) { nodes { name customer { leads(first: 101) { nodes { name } } } } } }'],
  ['groups', '{ leadGroups(by: [{ field: stage }]) { nodes { key { stage } count sum { value } } } }'],
];

describe('a query that is sent again', () => {
  for (const [what, query, variables] of QUESTIONS)
    it(`is answered as it was the first time: ${what}`, async () => {
      const first = await answer(ada, query, variables);
      const second = await answer(ada, query, variables);
      expect(second).toEqual(first);
      expect(await answer(ada, query, variables)).toEqual(first);
    });

  it('returns every requested name, including names of built-in object members', async () => {
    const query = '{ leads(first: 1) { nodes { __proto__: id constructor: name toString: stage } } }';
    const first = JSON.stringify(await answer(ada, query));
    expect(first).toContain('{"__proto__":"');
    for (let time = 0; time < 2; time += 1) expect(JSON.stringify(await answer(ada, query))).toBe(first);
  });

  it('is only answered for people with permission', async () => {
    const query = '{ leads(first: 3) { nodes { name } } workspace { companyName } }';
    const stranger = await answer(app.anonymous(), query);
    expect(stranger.errors).toMatchObject([{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }]);
    for (let time = 0; time < 3; time += 1) expect((await answer(ada, query)).errors).toBeUndefined();
    expect(await answer(app.anonymous(), query)).toEqual(stranger);
  });

  it('never turns text of the asker into code', async () => {
    // What the compiler marks its dates with; what follows would be run.
    const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.broken = true)';
    for (const query of [
      `{ leads(filter: { search: "${text}" }) { nodes { name } } }`,
      `query ($search: String = "${text}") { leads(filter: { search: $search }) { nodes { name } } }`,
      `{ leads(filter: { search: """${text}""" }) { nodes { name } } }`,
    ]) {
      for (let time = 0; time < 3; time += 1)
        expect(await answer(ada, query)).toEqual({ status: 200, data: { leads: { nodes: [] } }, errors: undefined });
    }
    expect(globalThis).not.toHaveProperty('broken');
  });
});

describe('the cache of compiled queries', () => {
  const documents = ['leads', 'customers', 'orders'].map((list) => parse(`query List { ${list} { nodes { id } } }`));

  it('is limited in bytes; the least recently used query is dropped and compiled again', () => {
    // Three fields and some 40 characters are counted as about 38,000 bytes.
    const queries = createCompiledQueries(100_000);
    const compiledAt = (at: number) => queries.get(schema, documents[at] ?? parse('{ x }'), null);
    for (const at of [0, 1, 2]) expect(compiledAt(at)).toBeNull();
    const [first, second] = [compiledAt(0), compiledAt(1)];
    expect(compiledAt(0)).toBe(first);
    expect(compiledAt(2)).not.toBeNull();
    expect(queries.size()).toBe(2);
    expect(queries.bytes()).toBeLessThanOrEqual(100_000);
    expect(compiledAt(0)).toBe(first);
    expect(compiledAt(1)).not.toBe(second);
  });

  const names = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: name`).join(' ');
  it.each([
    ['150 fields', `{ leads { nodes { ${names(148)} } } }`, true],
    ['151 fields', `{ leads { nodes { ${names(149)} } } }`, false],
    [
      'a fragment, counted wherever it is spread',
      `{ leads { nodes { ...F customer { leads { nodes { ...F } } } } } } fragment F on Lead { ${names(80)} }`,
      false,
    ],
    [
      'a field of an interface, counted for each type that may answer',
      `query ($id: ID!) { customer(id: $id) { timeline { nodes { ${Array.from({ length: 20 }, (_, at) => `a${at}: at`).join(' ')} } } } }`,
      false,
    ],
  ])('holds only small queries: %s', (_what, query, compiled) => {
    const queries = createCompiledQueries();
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    for (let time = 0; time < 3; time += 1) queries.get(schema, document, null);
    expect(queries.size()).toBe(compiled ? 1 : 0);
  });

  it('has room for all queries of the product together', () => {
    const queries = createCompiledQueries();
    const own = Object.values(generated).filter((value): value is DocumentNode => Object(value).kind === Kind.DOCUMENT);
    const compiled = own.filter((document) => queries.get(schema, document, null) ?? queries.get(schema, document, null));
    expect(compiled.length).toBeGreaterThan(40);
    expect(queries.size()).toBe(compiled.length);
  });

  it('does not grow with invented names, nor with the operations of a document', () => {
    const queries = createCompiledQueries();
    const [one] = documents;
    const many = parse(Array.from({ length: 100 }, (_, at) => `query List${at} { leads { nodes { id } } }`).join(' '));
    for (let at = 0; at < 100; at += 1) {
      if (one) expect(queries.get(schema, one, `Other${at}`)).toBeNull();
      expect(queries.get(schema, many, `List${at}`)).toBeNull();
    }
    expect(queries.size()).toBe(0);
  });
});
