import { gql } from '@apollo/client';
import { afterEach, expect, it, vi } from 'vitest';
import { describeError } from '#web/lib/format/describe-error.ts';
import { boundedFetch, createApollo } from './client.ts';
import { setSocketState } from './connection-state.ts';

afterEach(() => {
  setSocketState('up');
  vi.unstubAllGlobals();
});

it('times out when the server accepts a query and never answers', async () => {
  vi.stubGlobal('fetch', (_input: unknown, { signal }: RequestInit) => {
    const silence = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => silence.reject(signal.reason));
    return silence.promise;
  });
  const error: unknown = await boundedFetch(10)('/graphql').catch((reason: unknown) => reason);
  expect(describeError(error).title).toBe('Callboard cannot be reached');
});

it('refetches failed queries once the server is reachable again', async () => {
  const session = { __typename: 'Session', expiresAt: '2030-01-01T00:00:00.000Z' };
  let isAway = true;
  vi.stubGlobal('fetch', async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return Response.json({ data: { session } });
  });
  const seen: unknown[] = [];
  const client = createApollo('http://callboard.test');
  client.watchQuery({ query: gql('{ session { expiresAt } }') }).subscribe(({ data, error }) => seen.push(error ? 'failed' : data));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('failed'));
  setSocketState('down');
  isAway = false;
  setSocketState('up');
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ session }));
});
