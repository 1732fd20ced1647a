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
import type { GenerateReplyInput, WriteReplySubscription } from '#web/gql/graphql.ts';
import { notify } from '#web/ui/toasts/toast.ts';

/** Where the writing of a reply stands. A reply that is there stays until the next one is finished. */
export type WritingState =
  | { phase: 'rest' | 'ready' | 'stopped'; reply: Reply | null }
  | { phase: 'writing'; reply: Reply | null; draft: string }
  | { phase: 'failed'; reply: Reply | null; reason: string };

const FAILED = 'Failed to generate response. Please try again.';
const UNREACHABLE = 'The assistant could not be reached. Your message is kept.';

/** Has replies written: the state to show, and the verbs to start and to stop. */
export function useReplyStream() {
  const client = useApolloClient();
  const [state, setState] = useState<WritingState>({ phase: 'rest', reply: null });
  const running = useRef<Subscription>(undefined);

  useEffect(() => () => running.current?.unsubscribe(), []);

  const fail = (reason: string) => {
    setState(({ reply }) => ({ phase: 'failed', reply, reason }));
    notify({ title: 'Error', description: FAILED, tone: 'error' });
  };

  const write = (input: GenerateReplyInput) => {
    running.current?.unsubscribe();
    setState(({ reply }) => ({ phase: 'writing', reply, draft: '' }));
    running.current = writeReply(client, input).subscribe({
      next: (heard) => {
        if (heard.__typename === 'ReplyDraft') setState(({ reply }) => ({ phase: 'writing', reply, draft: heard.text }));
        else if (heard.__typename === 'AiResponse') setState({ phase: 'ready', reply: heard });
        else fail(heard.message);
      },
      error: () => fail(UNREACHABLE),
    });
  };

  const stop = () => {
    running.current?.unsubscribe();
    setState(({ reply }) => ({ phase: 'stopped', reply }));
  };

  return { state, write, stop };
}

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
type Writing = WriteReplySubscription['replyWriting'];

/** A finished, stored reply. */
type Reply = Extract<Writing, { __typename: 'AiResponse' }>;

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
function writeReply(client: ApolloClient, input: GenerateReplyInput): Observable<Writing> {
  return overSocket(client, input).pipe(
    catchError((error: unknown) => (error instanceof SocketUnavailable ? overHttp(client, input) : throwError(() => error))),
  );
}
