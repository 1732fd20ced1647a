import { type ApolloClient, InMemoryCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useSyncExternalStore } from 'react';
import { defer, mergeMap, type Subscription } from 'rxjs';
import type { GenerateReplyInput } from '#web/gql/graphql.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import type { Reply } from './stream-reply.ts';

// Loads with the first reply: the screen is small without it.
const loadStream = () => import('./stream-reply.ts');

/** The state of generation. The previous reply stays until the next one is finished. */
export type ReplyState =
  | { phase: 'idle' | 'ready' | 'stopped'; reply: Reply | null }
  | { phase: 'generating'; reply: Reply | null; draft: string }
  | { phase: 'failed'; reply: Reply | null; reason: string };

const FAILED = 'Failed to generate response. Please try again.';
const UNREACHABLE = 'Couldn’t reach the assistant. Your message is still in the form.';

/** Generates replies for one client, whichever screen is shown meanwhile. */
function createReplyStream(client: ApolloClient) {
  const { cache } = client;
  const idle = (): ReplyState => ({ phase: 'idle', reply: null });
  let state = idle();
  let subscription: Subscription | undefined;
  const listeners = new Set<() => void>();
  const set = (next: ReplyState) => {
    // No query has the reply, so the cache would drop it when it is trimmed.
    if (state.reply !== next.reply && cache instanceof InMemoryCache) {
      if (state.reply) cache.release(`AiResponse:${state.reply.id}`);
      if (next.reply) cache.retain(`AiResponse:${next.reply.id}`);
    }
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
    set(idle());
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
      const events = defer(loadStream).pipe(mergeMap(({ streamReply }) => streamReply(client, input)));
      subscription = events.subscribe({
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
      const before = state;
      const reply = await loadStream()
        .then(({ readReply }) => readReply(client, id))
        .catch(() => null);
      if (reply && state === before) set({ phase: 'ready', reply });
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
