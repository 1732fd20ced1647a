import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { catchError, concatWith, defer, filter, interval, merge, mergeMap, type Observable, of, takeWhile, throwError } from 'rxjs';
import { connectionState } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';
import type { GenerateReplyInput, WriteReplySubscription } from '#web/gql/graphql.ts';

const WriteReply = graphql(`
  subscription WriteReply($input: GenerateReplyInput!) {
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

export const GenerateReply = graphql(`
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

/** What is heard while a reply is written: drafts, then the stored reply or a failure. */
export type Writing = WriteReplySubscription['replyWriting'];

/** A finished, stored reply. */
export type Reply = Extract<Writing, { __typename: 'AiResponse' }>;

/** The socket did not carry the reply to its end; of the server itself nothing was heard. */
class SocketUnavailable extends Error {}

const noSocket = (cause?: unknown) => throwError(() => new SocketUnavailable('The socket carried no reply', { cause }));

// The socket client never gives up, so a lost socket shows as silence and is looked for here.
const socketLost = () =>
  interval(1_000).pipe(
    filter(() => connectionState() !== 'live'),
    mergeMap(() => noSocket()),
  );

function overSocket(client: ApolloClient, input: GenerateReplyInput): Observable<Writing> {
  const spoken = client.subscribe({ query: WriteReply, variables: { input } }).pipe(
    mergeMap(({ data, error }) => {
      // The finished reply is kept under its own id; its drafts must not pile up in the cache.
      client.cache.evict({ id: 'ROOT_SUBSCRIPTION', fieldName: 'replyWriting', broadcast: false });
      if (data) return of(data.replyWriting);
      return CombinedGraphQLErrors.is(error) ? throwError(() => error) : noSocket(error);
    }),
    concatWith(noSocket()),
  );
  return merge(spoken, socketLost()).pipe(takeWhile(({ __typename }) => __typename === 'ReplyDraft', true));
}

function overHttp(client: ApolloClient, input: GenerateReplyInput): Observable<Writing> {
  return defer(() => client.mutate({ mutation: GenerateReply, variables: { input } })).pipe(
    mergeMap(({ data, error }) => (data ? of(data.generateReply) : throwError(() => error))),
  );
}

/** Writes a reply and lets it be watched; in one piece where no socket is available. Unsubscribing stops the writing. */
export function writeReply(client: ApolloClient, input: GenerateReplyInput): Observable<Writing> {
  return overSocket(client, input).pipe(
    catchError((error: unknown) => (error instanceof SocketUnavailable ? overHttp(client, input) : throwError(() => error))),
  );
}
