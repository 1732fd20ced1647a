import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSocket } from '#server/testing/live/socket.ts';
import { bearer, makeToken } from '#server/testing/tokens.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';

const env = {
  GRAPHQL_DEPTH_LIMIT: '8',
  GRAPHQL_ROOT_FIELD_LIMIT: '5',
  GRAPHQL_ALIAS_LIMIT: '6',
  GRAPHQL_DIRECTIVE_LIMIT: '7',
  GRAPHQL_TOKEN_LIMIT: '500',
};

let home: TestWorld;
let headers: Record<string, string>;
beforeAll(async () => {
  home = await openWorld({ env });
  headers = bearer((await makeToken(await home.person('ada'))).secret);
});
afterAll(() => home.close());

const times = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at)).join(' ');
const nested = (levels: number): string => (levels === 1 ? 'id' : `customer { ${nested(levels - 1)} }`);

/** What is one more than is set, and what is said of it. */
const TOO_LARGE = [
  [`{ lead(id: "x") { customer { leads { nodes { ${nested(5)} } } } } }`, 'levels', 9, 8],
  [`{ ${times(6, (at) => `${at === 0 ? '' : `a${at}:`} leads { totalCount }`)} }`, 'root fields', 6, 5],
  [`{ leads { ${times(7, (at) => `a${at}: totalCount`)} } }`, 'aliases', 7, 6],
  [`{ leads { totalCount ${times(8, () => '@include(if: true)')} } }`, 'directives', 8, 7],
] as const;

it.each(TOO_LARGE)('%s is held by the limits that are set, at every door', async (query, what, count, limit) => {
  const message = `This document has ${count} ${what}; ${limit} are allowed. Split it into several operations.`;
  await refusedEverywhere(query, message);
});

it('a document with more tokens than are set is refused at every door', async () => {
  const message =
    'This document has more than 500 tokens (words and signs). Use variables for long lists, or split it into several operations.';
  await refusedEverywhere(`{ ${'workspace { companyName } '.repeat(130)} }`, message);
});

async function refusedEverywhere(query: string, message: string): Promise<void> {
  const complaint = expect.objectContaining({ message, extensions: { code: 'OPERATION_TOO_LARGE' } });
  const { body } = await home.stranger().rest.post('/graphql', { query }, headers);
  expect(Object(body).errors).toContainEqual(complaint);
  const several = await home.stranger().rest.post('/graphql', [{ query }], headers);
  expect(Object(several.body)[0].errors).toContainEqual(complaint);
  const streamed = await home.stranger().rest.post('/graphql', { query }, { ...headers, accept: 'text/event-stream' });
  expect(JSON.stringify(streamed.body)).toContain(message);
  const socket = await connectSocket(home.url, { params: headers });
  socket.ask('it', query, {});
  await expect.poll(() => socket.of('it')).not.toEqual([]);
  expect(socket.errors('it')).toContainEqual(complaint);
  socket.leave();
}
