import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createCache } from './cache.ts';

const Customers = parse(
  'query Customers($first: Int, $after: String) { customers(first: $first, after: $after) { nodes { id } pageInfo { endCursor } } }',
);
const nodes = (ids: string) => [...ids].map((id) => ({ __typename: 'Customer', id }));

function cacheOf() {
  const cache = createCache();
  const write = (ids: string, variables: { first: number; after?: string }) =>
    cache.writeQuery({
      query: Customers,
      variables,
      data: {
        customers: { __typename: 'CustomerConnection', nodes: nodes(ids), pageInfo: { __typename: 'PageInfo', endCursor: ids.at(-1) } },
      },
    });
  const read = (first: number) =>
    cache
      .readQuery<{ customers: { nodes: { id: string }[] } }>({ query: Customers, variables: { first } })
      ?.customers.nodes.map(({ id }) => id)
      .join('');
  return { write, read };
}

it('appends the next page, and lists nodes that moved between pages once', () => {
  const { write, read } = cacheOf();
  write('abc', { first: 3 });
  write('cde', { first: 3, after: 'c' });
  expect(read(3)).toBe('abcde');
});

it('starts over with a first page', () => {
  const { write, read } = cacheOf();
  write('abc', { first: 3 });
  write('def', { first: 3, after: 'c' });
  write('xyz', { first: 3 });
  expect(read(3)).toBe('xyz');
});

it('keeps lists of different page sizes apart', () => {
  const { write, read } = cacheOf();
  write('abcdef', { first: 6 });
  write('xy', { first: 2 });
  expect([read(6), read(2)]).toEqual(['abcdef', 'xy']);
});
