import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, ServerError } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createCache } from './cache.ts';
import { onReconnect, refetchFailedQueries } from './connection-state.ts';
import { resumeLink } from './resume-link.ts';
import { notifySessionEnded } from './session-signals.ts';
import { createSocket } from './socket.ts';

const noLongerSignedIn = (error: unknown) =>
  (ServerError.is(error) && error.statusCode === 401) ||
  (CombinedGraphQLErrors.is(error) && error.errors.some((each) => each.extensions?.code === 'UNAUTHENTICATED'));

const watchSession = new ErrorLink(({ error }) => {
  if (noLongerSignedIn(error)) notifySessionEnded();
});

/** Queries and mutations go over HTTP, subscriptions over the socket. Queries that failed while the server was unreachable are refetched when it is back. */
export function createApollo(origin: string) {
  const socket = createSocket(`${origin.replace(/^http/, 'ws')}/graphql`);
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      watchSession,
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        ApolloLink.from([resumeLink, new GraphQLWsLink(socket)]),
        new HttpLink({ uri: '/graphql', credentials: 'same-origin', fetch: boundedFetch() }),
      ),
    ]),
  });
  onReconnect(() => void refetchFailedQueries(client));
  return client;
}

/** Milliseconds; longer than the server itself waits for an assistant or a shop. */
const PATIENCE = 120_000;

/** A `fetch` that does not wait for ever: a server that took the question and fell silent has failed. */
export const boundedFetch =
  (patience = PATIENCE): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([AbortSignal.timeout(patience), ...(init?.signal ? [init.signal] : [])]) });
