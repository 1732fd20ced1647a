import { ApolloLink, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { clientOver } from '#web/testing/render.tsx';
import { useMoveLead } from './use-move-lead.ts';

it('sends the second of two quick moves of a lead after the first, and those of other leads at once', async () => {
  const requests: string[] = [];
  const answers: (() => void)[] = [];
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        requests.push(`${variables.id} ${variables.stage}`);
        answers.push(() => {
          observer.next({ data: { moveLead: { __typename: 'NotFound', message: 'No lead' } } });
          observer.complete();
        });
      }),
  );
  const client = clientOver(link);
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;
  const { result } = renderHook(() => useMoveLead(), { wrapper });
  const moves = [result.current('a', 'quoted'), result.current('a', 'won'), result.current('b', 'won')];
  await act(async () => undefined);
  expect(requests).toEqual(['a quoted', 'b won']);
  await act(async () => answers.splice(0).forEach((answer) => void answer()));
  await act(async () => void (await moves[0]));
  expect(requests).toEqual(['a quoted', 'b won', 'a won']);
  await act(async () => answers.splice(0).forEach((answer) => void answer()));
  await act(async () => void (await Promise.all(moves)));
});
