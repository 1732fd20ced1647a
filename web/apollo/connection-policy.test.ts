import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
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

describe('a live list whose first page is refetched', () => {
  const Calls = parse(
    'query Calls($first: Int, $after: String) { transcriptions(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
  );

  function openList() {
    const cache = createCache();
    const write = (ids: string, { more, after }: { more: boolean; after?: string }) =>
      cache.writeQuery({
        query: Calls,
        variables: { first: 3, after },
        data: {
          transcriptions: {
            __typename: 'TranscriptionConnection',
            nodes: [...ids].map((id) => ({ __typename: 'Transcription', id })),
            pageInfo: { __typename: 'PageInfo', hasNextPage: more, endCursor: ids.at(-1) ?? null },
          },
        },
      });
    const read = () => {
      const { nodes, pageInfo } =
        cache.readQuery<{ transcriptions: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }>({
          query: Calls,
          variables: { first: 3 },
        })?.transcriptions ?? {};
      return [nodes?.map(({ id }) => id).join(''), pageInfo?.endCursor, pageInfo?.hasNextPage];
    };
    return { cache, write, read };
  }

  it('keeps the pages below, and continues after the last of them', () => {
    const { write, read } = openList();
    write('cde', { more: true });
    write('fgh', { more: true, after: 'e' });
    write('bcd', { more: true });
    expect(read()).toEqual(['bcdefgh', 'h', true]);
  });

  it('drops nodes that are no longer on the first page', () => {
    const { write, read } = openList();
    write('abc', { more: true });
    write('def', { more: false, after: 'c' });
    write('acd', { more: true });
    expect(read()).toEqual(['acdef', 'f', false]);
  });

  it('is replaced if the new page is the last one, or shares no node with the cached list', () => {
    const { write, read } = openList();
    write('abc', { more: true });
    write('ab', { more: false });
    expect(read()).toEqual(['ab', 'b', false]);
    write('xyz', { more: true });
    expect(read()).toEqual(['xyz', 'z', true]);
  });

  it('is replaced if events were missed', () => {
    const { cache, write, read } = openList();
    write('abc', { more: true });
    write('def', { more: true, after: 'c' });
    cache.modify({ fields: { transcriptions: (known) => ({ ...known, stale: true }) } });
    write('bcd', { more: true });
    expect(read()).toEqual(['bcd', 'd', true]);
  });
});
