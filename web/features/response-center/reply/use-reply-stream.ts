import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import {
  catchError,
  concatWith,
  defer,
  filter,
  interval,
  merge,
  mergeMap,
  type Observable,
  of,
  type Subscription,
  takeWhile,
  throwError,
} from 'rxjs';
import { connectionState } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';
import type { GenerateReplyInput, StreamReplySubscription } from '#web/gql/graphql.ts';
import { notify } from '#web/ui/toasts/toast.ts';

/** The state of generation. The previous reply stays until the next one is finished. */
export type ReplyState =
  | { phase: 'idle' | 'ready' | 'stopped'; reply: Reply | null }
  | { phase: 'generating'; reply: Reply | null; draft: string }
  | { phase: 'failed'; reply: Reply | null; reason: string };

const FAILED = 'Failed to generate response. Please try again.';
const UNREACHABLE = 'Couldn’t reach the assistant. Your message is still in the form.';

/** Generates replies: the state to show, and functions to start and stop. */
export function useReplyStream() {
  const client = useApolloClient();
  const [state, setState] = useState<ReplyState>({ phase: 'idle', reply: null });
  const subscription = useRef<Subscription>(undefined);

  useEffect(() => () => subscription.current?.unsubscribe(), []);

  const fail = (reason: string) => {
    setState(({ reply }) => ({ phase: 'failed', reply, reason }));
    notify({ title: 'Error', description: FAILED, tone: 'error' });
  };

  const generate = (input: GenerateReplyInput) => {
    subscription.current?.unsubscribe();
    setState(({ reply }) => ({ phase: 'generating', reply, draft: '' }));
    subscription.current = streamReply(client, input).subscribe({
      next: (event) => {
        if (event.__typename === 'ReplyDraft') setState(({ reply }) => ({ phase: 'generating', reply, draft: event.text }));
        else if (event.__typename === 'AiResponse') setState({ phase: 'ready', reply: event });
        else fail(event.message);
      },
      error: () => fail(UNREACHABLE),
    });
  };

  const stop = () => {
    subscription.current?.unsubscribe();
    setState(({ reply }) => ({ phase: 'stopped', reply }));
  };

  return { state, generate, stop };
}

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
type Reply = Extract<ReplyEvent, { __typename: 'AiResponse' }>;

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
function streamReply(client: ApolloClient, input: GenerateReplyInput): Observable<ReplyEvent> {
  return streamOverSocket(client, input).pipe(
    catchError((error: unknown) => (error instanceof SocketUnavailable ? requestOverHttp(client, input) : throwError(() => error))),
  );
}
