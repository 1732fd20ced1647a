import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { catchError, concatWith, defer, filter, interval, merge, mergeMap, type Observable, of, takeWhile, throwError } from 'rxjs';
import { connectionState } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';
import type { GenerateReplyInput, StreamReplySubscription } from '#web/gql/graphql.ts';

const StreamReplyDocument = graphql(`
  subscription StreamReply($input: GenerateReplyInput!) {
    replyWriting(input: $input) {
      ... on ReplyDraft {
        text
      }
      ... on AiResponse {
        id
        response
        ...ReplyResult_reply
      }
      ... on Failure {
        message
      }
    }
  }
`);

export const GenerateReplyDocument = graphql(`
  mutation GenerateReply($input: GenerateReplyInput!) {
    generateReply(input: $input) {
      ... on AiResponse {
        id
        response
        ...ReplyResult_reply
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** An event of the stream: a draft, then the stored reply or a failure. */
type ReplyEvent = StreamReplySubscription['replyWriting'];

/** A finished, stored reply. */
export type Reply = Extract<ReplyEvent, { __typename: 'AiResponse' }>;

export const StoredReplyDocument = graphql(`
  query StoredReply($id: ID!) {
    aiResponse(id: $id) {
      id
      response
      ...ReplyResult_reply
    }
  }
`);

/** A stored reply; null if there is none any more. */
export async function readReply(client: ApolloClient, id: string): Promise<Reply | null> {
  const { data } = await client.query({ query: StoredReplyDocument, variables: { id } });
  return data?.aiResponse ?? null;
}

/** The socket was lost before the reply was finished; the server itself has reported no error. */
class SocketUnavailable extends Error {}

const throwSocketUnavailable = (cause?: unknown) =>
  throwError(() => new SocketUnavailable('The socket closed before the reply was finished', { cause }));

// The socket client reconnects forever without an error, so a lost socket must be detected here.
const failWhenSocketLost = () =>
  interval(1_000).pipe(
    filter(() => connectionState() !== 'live'),
    mergeMap(() => throwSocketUnavailable()),
  );

function streamOverSocket(client: ApolloClient, input: GenerateReplyInput): Observable<ReplyEvent> {
  const events = client.subscribe({ query: StreamReplyDocument, variables: { input } }).pipe(
    mergeMap(({ data, error }) => {
      // The finished reply is cached by its id; drafts must not accumulate in the cache.
      client.cache.evict({ id: 'ROOT_SUBSCRIPTION', fieldName: 'replyWriting', broadcast: false });
      if (data) return of(data.replyWriting);
      return CombinedGraphQLErrors.is(error) ? throwError(() => error) : throwSocketUnavailable(error);
    }),
    concatWith(throwSocketUnavailable()),
  );
  return merge(events, failWhenSocketLost()).pipe(takeWhile(({ __typename }) => __typename === 'ReplyDraft', true));
}

function requestOverHttp(client: ApolloClient, input: GenerateReplyInput): Observable<ReplyEvent> {
  return defer(() => client.mutate({ mutation: GenerateReplyDocument, variables: { input } })).pipe(
    mergeMap(({ data, error }) => (data ? of(data.generateReply) : throwError(() => error))),
  );
}

/** Streams a reply over the socket, or requests it over HTTP if there is none. Unsubscribing stops the generation. */
export function streamReply(client: ApolloClient, input: GenerateReplyInput): Observable<ReplyEvent> {
  return streamOverSocket(client, input).pipe(
    catchError((error: unknown) => (error instanceof SocketUnavailable ? requestOverHttp(client, input) : throwError(() => error))),
  );
}
