import { ApolloLink, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { clientOver } from '#web/testing/render.tsx';
import { useMoreLeads } from './StageColumn.tsx';

it('begins below the first page again when the board was asked for anew', async () => {
  const asked: unknown[] = [];
  const leads = {
    __typename: 'LeadConnection',
    edges: [],
    pageInfo: { __typename: 'PageInfo', endCursor: 'the end', hasNextPage: false },
  };
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables.after);
    const data = { pipeline: { __typename: 'Pipeline', columns: [{ __typename: 'PipelineColumn', leads }] } };
    return new Observable((observer) => {
      observer.next({ data });
      observer.complete();
    });
  });
  const client = clientOver(link);
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;
  const { result, rerender } = renderHook(({ loads }: { loads: number }) => useMoreLeads('won', loads), {
    wrapper,
    initialProps: { loads: 1 },
  });
  await act(() => result.current.load());
  expect(result.current.ended).toBe(true);
  await act(() => result.current.load());
  expect(asked).toEqual([null, 'the end']);
  rerender({ loads: 2 });
  expect(result.current.ended).toBe(false);
  await act(() => result.current.load());
  expect(asked).toEqual([null, 'the end', null]);
});
