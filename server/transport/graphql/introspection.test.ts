import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  headers = bearer((await createToken(await app.signUp('ada'))).secret);
});
afterAll(() => app.close());

const execute = async (query: string) => Object((await app.anonymous().rest.post('/graphql', { query }, headers)).body);
const times = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at)).join(' ');

describe('introspection', () => {
  it.each([
    ['as GraphiQL and most tools send it', getIntrospectionQuery()],
    [
      'with everything a tool can ask for',
      getIntrospectionQuery({
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
  ])('passes all limits for 1,000 points: %s', async (_how, query) => {
    const { data, errors, extensions } = await execute(query);
    expect(errors).toBeUndefined();
    expect(data.__schema.types.length).toBeGreaterThan(100);
    expect(extensions.cost.requested).toBe(1_000);
  });

  it('of a type costs 10 points, wherever its fragment is spread', async () => {
    const query =
      '{ ...Two c: __type(name: "Lead") { name } } fragment Two on Query { a: __type(name: "Lead") { name } __type(name: "Order") { name } }';
    const { data, extensions } = await execute(query);
    expect(data).toEqual({ a: { name: 'Lead' }, __type: { name: 'Order' }, c: { name: 'Lead' } });
    expect(extensions.cost.requested).toBe(30);
  });

  it.each([
    [
      `{ ${times(19, (at) => `a${at}: __schema { types { name } }`)} }`,
      'This operation selects `__schema` 19 times; 1 is allowed. Select it once.',
    ],
    [
      '{ ...S ...S } fragment S on Query { __schema { queryType { name } } }',
      'This operation selects `__schema` 2 times; 1 is allowed. Select it once.',
    ],
    [
      `{ ${times(6, (at) => `a${at}: __type(name: "Lead") { name }`)} }`,
      'This operation selects `__type` 6 times; 5 are allowed. Select fewer types.',
    ],
    [
      `{ __schema { types { ${times(19, (at) => `a${at}: fields { name }`)} } } }`,
      'Aliases are not allowed inside `__schema` and `__type`. Select each field once.',
    ],
    [
      `{ __schema { types { ...T } } } fragment T on __Type { a: fields { name } }`,
      'Aliases are not allowed inside `__schema` and `__type`. Select each field once.',
    ],
  ])('is refused when it selects more: %s', async (query, message) => {
    const refusal = { message, extensions: { code: 'OPERATION_TOO_LARGE' } };
    expect(await execute(query)).toMatchObject({ errors: [refusal] });
    const batch = await app.anonymous().rest.post('/graphql', [{ query }], headers);
    expect(batch.body).toMatchObject([{ errors: [refusal] }]);
    const socket = await connectSocket(app.url, { params: headers });
    socket.execute('it', query);
    await expect.poll(() => socket.errors('it')).toMatchObject([refusal]);
    socket.leave();
  });
});
