import { ApolloLink, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { clientOver } from '#web/testing/render.tsx';
import { useMoreLeads } from './StageColumn.tsx';

it('starts below the first page again after the board is reloaded', async () => {
  const cursors: unknown[] = [];
  const leads = {
    __typename: 'LeadConnection',
    edges: [],
    pageInfo: { __typename: 'PageInfo', endCursor: 'last', hasNextPage: false },
  };
  const link = new ApolloLink(({ variables }) => {
    cursors.push(variables.after);
    const data = { pipeline: { __typename: 'Pipeline', columns: [{ __typename: 'PipelineColumn', leads }] } };
    return new Observable((observer) => {
      observer.next({ data });
      observer.complete();
    });
  });
  const client = clientOver(link);
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;
  const { result, rerender } = renderHook(({ loadCount }: { loadCount: number }) => useMoreLeads('won', 'EVERYONE', loadCount), {
    wrapper,
    initialProps: { loadCount: 1 },
  });
  await act(() => result.current.load());
  expect(result.current.exhausted).toBe(true);
  await act(() => result.current.load());
  expect(cursors).toEqual([null, 'last']);
  rerender({ loadCount: 2 });
  expect(result.current.exhausted).toBe(false);
  await act(() => result.current.load());
  expect(cursors).toEqual([null, 'last', null]);
});
