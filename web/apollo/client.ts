import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, ServerError } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { boundedFetch } from './bounded-fetch.ts';
import { createCache } from './cache.ts';
import { onReconnect } from './connection-state.ts';
import { refetchFailedQueries } from './refetch-failed-queries.ts';
import { resumeLink } from './resume-link.ts';
import { notifySessionEnded } from './session-ended.ts';
import { createSocket } from './socket.ts';

const noLongerSignedIn = (error: unknown) =>
  (ServerError.is(error) && error.statusCode === 401) ||
  (CombinedGraphQLErrors.is(error) && error.errors.some((each) => each.extensions?.code === 'UNAUTHENTICATED'));

const watchSession = new ErrorLink(({ error }) => {
  if (noLongerSignedIn(error)) notifySessionEnded();
});

/** Queries and mutations go over HTTP, subscriptions over the socket. What failed while the server was away is asked again when it is back. */
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
