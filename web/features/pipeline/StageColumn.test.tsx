import { ApolloLink, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { clientOver } from '#web/testing/render.tsx';
import { useMoreLeads } from './StageColumn.tsx';

/** A column on a server with one more page. */
function openColumn() {
  const cursors: unknown[] = [];
  const server = { isAway: false };
  const leads = {
    __typename: 'LeadConnection',
    edges: [],
    pageInfo: { __typename: 'PageInfo', endCursor: 'last', hasNextPage: false },
  };
  const link = new ApolloLink(({ variables }) => {
    cursors.push(variables.after);
    const data = { pipeline: { __typename: 'Pipeline', columns: [{ __typename: 'PipelineColumn', leads }] } };
    return new Observable((observer) => {
      if (server.isAway) return observer.error(new TypeError('Failed to fetch'));
      observer.next({ data });
      observer.complete();
    });
  });
  const client = clientOver(link);
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;
  const mount = () =>
    renderHook(({ loadCount }: { loadCount: number }) => useMoreLeads('won', 'EVERYONE', loadCount), {
      wrapper,
      initialProps: { loadCount: 1 },
    });
  return { server, cursors, mount };
}

it('stops after a page that failed, and loads it when someone retries', async () => {
  const { server, mount } = openColumn();
  server.isAway = true;
  const { result } = mount();
  await act(() => result.current.load());
  expect(result.current.failed).toBe(true);
  server.isAway = false;
  await act(() => result.current.load());
  expect(result.current).toMatchObject({ failed: false, exhausted: true });
});

it('continues where it was when the board is shown again', async () => {
  const { cursors, mount } = openColumn();
  const first = mount();
  await act(() => first.result.current.load());
  first.unmount();
  const second = mount();
  expect(second.result.current.exhausted).toBe(true);
  await act(() => second.result.current.load());
  expect(cursors).toEqual([null, 'last']);
});

it('starts below the first page again after the board is reloaded', async () => {
  const { cursors, mount } = openColumn();
  const { result, rerender } = mount();
  await act(() => result.current.load());
  expect(result.current.exhausted).toBe(true);
  await act(() => result.current.load());
  expect(cursors).toEqual([null, 'last']);
  rerender({ loadCount: 2 });
  expect(result.current.exhausted).toBe(false);
  await act(() => result.current.load());
  expect(cursors).toEqual([null, 'last', null]);
});
