import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useSyncExternalStore } from 'react';
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

/** Generates replies for one client, whichever screen is shown meanwhile. */
function createReplyStream(client: ApolloClient) {
  const IDLE: ReplyState = { phase: 'idle', reply: null };
  let state: ReplyState = IDLE;
  let subscription: Subscription | undefined;
  const listeners = new Set<() => void>();
  const set = (next: ReplyState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const fail = (reason: string) => {
    set({ phase: 'failed', reply: state.reply, reason });
    notify({ title: 'Error', description: FAILED, tone: 'error' });
  };
  const finish = (reply: Reply) => {
    const isSeen = listeners.size > 0;
    set({ phase: 'ready', reply });
    if (!isSeen) notify({ title: 'Success', description: 'Your response is ready in the AI Response Center.', tone: 'success' });
  };
  const clear = () => {
    subscription?.unsubscribe();
    set(IDLE);
  };
  // What one person generated is not shown to the next.
  client.onClearStore(async () => clear());

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `onReady` gets the id of the stored reply, wherever the person is by then. */
    generate: (input: GenerateReplyInput, onReady: (id: string) => void) => {
      subscription?.unsubscribe();
      set({ phase: 'generating', reply: state.reply, draft: '' });
      subscription = streamReply(client, input).subscribe({
        next: (event) => {
          if (event.__typename === 'ReplyDraft') return set({ phase: 'generating', reply: state.reply, draft: event.text });
          if (event.__typename !== 'AiResponse') return fail(event.message);
          onReady(event.id);
          finish(event);
        },
        error: () => fail(UNREACHABLE),
      });
    },
    stop: () => {
      subscription?.unsubscribe();
      set({ phase: 'stopped', reply: state.reply });
    },
    clear,
    /** Shows a stored reply again, unless there is another by now. */
    resume: async (id: string) => {
      const { data } = await client.query({ query: StoredReplyDocument, variables: { id } }).catch(() => ({ data: undefined }));
      if (data?.aiResponse && state === IDLE) set({ phase: 'ready', reply: data.aiResponse });
    },
  };
}

const streams = new WeakMap<ApolloClient, ReturnType<typeof createReplyStream>>();

/** The state of generation, and functions to start and stop it. It goes on while other screens are shown. */
export function useReplyStream() {
  const client = useApolloClient();
  let stream = streams.get(client);
  if (!stream) {
    stream = createReplyStream(client);
    streams.set(client, stream);
  }
  return { ...stream, state: useSyncExternalStore(stream.subscribe, stream.getState) };
}

export const StoredReplyDocument = graphql(`
  query StoredReply($id: ID!) {
    aiResponse(id: $id) {
      id
      response
      ...ReplyResult_reply
    }
  }
`);

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
