import { ApolloLink, CombinedGraphQLErrors, Observable, type TypedDocumentNode } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { OperationTypeNode, parse } from 'graphql';
import { type ReactNode, startTransition, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { clientOver } from '#web/testing/render.tsx';
import { type ListChange, useLiveList } from './use-live-list.ts';

type Page = {
  customers: { eventCursor: string; nodes: { id: string; name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
};
type Data = { customersChanged: ListChange };

const Customers: TypedDocumentNode<Page, { first: number; search: string | null; after?: string }> = parse(`
  query Customers($first: Int, $after: String, $search: String) {
    customers(first: $first, after: $after, search: $search) { eventCursor nodes { id name } pageInfo { hasNextPage endCursor } }
  }`);
const CustomersChanged: TypedDocumentNode<Data, { after?: string | null }> = parse(`
  subscription CustomersChanged($after: EventCursor) { customersChanged(after: $after) { cursor kind id customer { id name } } }`);

const PAGE = 2;

/** A fake server with a list of customers that records requests. */
function openShop(names: string[]) {
  const requests: string[] = [];
  const subscriptions: unknown[] = [];
  let cursor = 1;
  const old: ApolloLink.Result[] = [];
  let subscriber: { next: (result: ApolloLink.Result) => void; error: (error: unknown) => void } | null = null;
  const link = new ApolloLink(
    ({ variables, operationType }) =>
      new Observable((observer) => {
        if (operationType === OperationTypeNode.SUBSCRIPTION) {
          subscriber = observer;
          subscriptions.push(variables);
          return;
        }
        const search: string = variables.search ?? '';
        requests.push(variables.after ? `after ${variables.after}` : `top ${variables.first} ${search}`.trim());
        const matching = names.filter((name) => name.includes(search));
        const from = variables.after ? matching.indexOf(variables.after) + 1 : 0;
        const shown = matching.slice(from, from + variables.first);
        const nodes = shown.map((name) => ({ __typename: 'Customer', id: name, name }));
        const pageInfo = { __typename: 'PageInfo', hasNextPage: from + variables.first < matching.length, endCursor: shown.at(-1) ?? null };
        const answer = old.pop() ?? {
          data: { customers: { __typename: 'CustomerConnection', eventCursor: String(cursor), nodes, pageInfo } },
        };
        queueMicrotask(() => {
          observer.next(answer);
          observer.complete();
        });
      }),
  );
  const emit = (kind: ListChange['kind'], id: string, name = id) => {
    cursor += 1;
    const customer = kind === 'deleted' || kind === 'imported' ? null : { __typename: 'Customer', id, name };
    const change = { __typename: 'CustomerChange', cursor: String(cursor), kind, id, customer };
    act(() => subscriber?.next({ data: { customersChanged: change } }));
  };
  const resync = () => {
    cursor += 1_000;
    act(() => subscriber?.error(new CombinedGraphQLErrors({ errors: [{ message: 'RESYNC', extensions: { code: 'RESYNC' } }] })));
  };
  return { client: clientOver(link), old, names, requests, subscriptions, emit, resync };
}

const useCustomers = (search: string, topic?: Record<string, unknown>) =>
  useLiveList({
    query: Customers,
    variables: { first: PAGE, search: search || null },
    field: 'customers',
    typename: 'Customer',
    selectConnection: (data) => data.customers,
    changes: CustomersChanged,
    topic,
    changeOf: (data) => data.customersChanged,
    filtered: search !== '',
  });

function follow(shop: ReturnType<typeof openShop>, first = '', topic?: Record<string, unknown>) {
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={shop.client}>{children}</ApolloProvider>;
  const { result, rerender } = renderHook(({ search }: { search: string }) => useCustomers(search, topic), {
    wrapper,
    initialProps: { search: first },
  });
  const shown = () => result.current.data?.customers.nodes.map(({ name }) => name).join(' ');
  return {
    shown,
    list: () => result.current,
    search: (search: string) => rerender({ search }),
    shows: (names: string) => waitFor(() => expect(shown()).toBe(names)),
  };
}

it('adds a new row at the top, and keeps the pages below', async () => {
  const shop = openShop(['amy', 'beth', 'jo', 'meg']);
  const { list, shows } = follow(shop);
  await shows('amy beth');
  await act(() => list().more());
  await shows('amy beth jo meg');
  shop.names.unshift('laurie');
  shop.emit('created', 'laurie');
  await shows('laurie amy beth jo meg');
  expect(list().hasMore).toBe(false);
});

it('updates a changed row without a refetch, unless it may now match or no longer match the search', async () => {
  const shop = openShop(['amy', 'jo']);
  const { shows, search } = follow(shop);
  await shows('amy jo');
  shop.emit('updated', 'jo', 'josephine');
  await shows('amy josephine');
  expect(shop.requests).toEqual(['top 2']);
  search('amy');
  await shows('amy');
  shop.names.push('amy march');
  shop.emit('updated', 'amy march');
  await shows('amy amy march');
});

it('drops a row that no longer matches from any loaded page, and shows one that matches now', async () => {
  const shop = openShop(['amy a', 'beth a', 'jo a', 'meg a', 'laurie']);
  const { list, shows } = follow(shop, 'a');
  await shows('amy a beth a');
  await act(() => list().more());
  await shows('amy a beth a jo a meg a');
  shop.names.splice(2, 1, 'jo');
  shop.emit('updated', 'jo a', 'jo');
  await shows('amy a beth a meg a laurie');
});

it('keeps every row when one jumps from a later page to the top', async () => {
  const shop = openShop(['amy', 'beth', 'jo', 'meg']);
  const { list, shows } = follow(shop);
  await shows('amy beth');
  await act(() => list().more());
  await shows('amy beth jo meg');
  shop.names.unshift(...shop.names.splice(3, 1));
  shop.emit('created', 'meg');
  await shows('meg amy beth jo');
});

it('does not overwrite what an event brought with an older answer', async () => {
  const shop = openShop(['amy', 'jo']);
  const { shows, shown } = follow(shop);
  await shows('amy jo');
  const seen: (string | undefined)[] = [];
  const nodes = ['amy', 'jo'].map((name) => ({ __typename: 'Customer', id: name, name }));
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: 'jo' };
  shop.old.push({ data: { customers: { __typename: 'CustomerConnection', eventCursor: '1', nodes, pageInfo } } });
  shop.emit('updated', 'jo', 'josephine');
  await shows('amy josephine');
  shop.names.splice(0, 2, 'meg', 'amy', 'josephine');
  shop.emit('created', 'meg');
  await waitFor(() => {
    seen.push(shown());
    expect(shown()).toBe('meg amy josephine');
  });
  expect(shop.old).toEqual([]);
  expect(new Set(seen)).toEqual(new Set(['amy josephine', 'meg amy josephine']));
});

it('removes a deleted row immediately', async () => {
  const shop = openShop(['amy', 'beth', 'jo', 'meg']);
  const { list, shows } = follow(shop);
  await shows('amy beth');
  await act(() => list().more());
  await shows('amy beth jo meg');
  shop.names.splice(2, 1);
  shop.emit('deleted', 'jo');
  await shows('amy beth meg');
});

it('rereads the loaded rows once for an import by others, however many events it has', async () => {
  const shop = openShop(['amy', 'beth', 'jo', 'meg']);
  const { list, shows } = follow(shop);
  await shows('amy beth');
  await act(() => list().more());
  await shows('amy beth jo meg');
  shop.names.splice(1, 2, 'aunt', 'laurie');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  for (let part = 0; part < 50; part += 1) shop.emit('imported', 'import');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await shows('amy aunt laurie meg');
  expect(shop.requests).toEqual(['top 2', 'after beth', 'top 4']);
});

it('rereads all loaded rows when the cursor is too old', async () => {
  const shop = openShop(['amy', 'beth', 'jo', 'meg']);
  const { list, shows } = follow(shop);
  await shows('amy beth');
  await act(() => list().more());
  await shows('amy beth jo meg');
  shop.names.splice(2, 2, 'aunt');
  shop.resync();
  await shows('amy beth aunt');
  expect(list().hasMore).toBe(false);
});

it('shows the previous results while searching, and marks them as outdated', async () => {
  const shop = openShop(['amy', 'jo']);
  const { list, shown, search, shows } = follow(shop);
  await shows('amy jo');
  search('jo');
  expect([shown(), list().searching]).toEqual(['amy jo', true]);
  await shows('jo');
  expect(list().searching).toBe(false);
});

/** Renders slowly, so that React restarts a transition several times before it commits. */
function Slow({ search }: { search: string }) {
  const begun = performance.now();
  while (performance.now() - begun < 4);
  return <i>{search}</i>;
}

it('refetches once for a search that changes in a transition, as from the URL', async () => {
  const shop = openShop(['amy', 'jo']);
  function Screen() {
    const [search, setSearch] = useState('');
    const { data } = useCustomers(search);
    return (
      <>
        <p>{data?.customers.nodes.map(({ name }) => name).join(' ')}</p>
        <button type="button" onClick={() => void setTimeout(() => startTransition(() => setSearch('jo')))}>
          Search
        </button>
        {['1', '2', '3', '4', '5'].map((key) => (
          <Slow key={key} search={search} />
        ))}
      </>
    );
  }
  render(
    <ApolloProvider client={shop.client}>
      <Screen />
    </ApolloProvider>,
  );
  await screen.findByText('amy jo');
  screen.getByRole('button').click();
  await waitFor(() => expect(screen.queryByText('amy jo')).toBeNull());
  await screen.findByText('jo', { selector: 'p' });
  expect(shop.requests).toEqual(['top 2', 'top 2 jo']);
});

it('subscribes with the variables of its topic only', async () => {
  const shop = openShop(['amy', 'jo']);
  const { shows } = follow(shop, '', { company: 'Orchard House' });
  await shows('amy jo');
  expect(shop.subscriptions).toEqual([{ company: 'Orchard House' }]);
});
