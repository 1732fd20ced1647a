import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createCache } from './cache.ts';
import { trimCache } from './trim-cache.ts';

const Customers = parse('query Customers($search: String) { customers(search: $search) { nodes { id name } } }');

it('keeps the newest results of a day of searching, and drops rows that none of them has', () => {
  const cache = createCache();
  for (let search = 1; search <= 500; search += 1) {
    const nodes = [{ __typename: 'Customer', id: String(search), name: `Customer ${search}` }];
    cache.writeQuery({
      query: Customers,
      variables: { search: String(search) },
      data: { customers: { __typename: 'CustomerConnection', nodes } },
    });
  }
  trimCache(cache);
  const rows = Object.keys(Object(cache.extract())).filter((key) => key.startsWith('Customer:'));
  expect(rows.length).toBe(30);
  expect(cache.readQuery({ query: Customers, variables: { search: '500' } })).not.toBeNull();
  expect(cache.readQuery({ query: Customers, variables: { search: '1' } })).toBeNull();
});
