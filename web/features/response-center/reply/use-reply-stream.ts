import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { Subscription } from 'rxjs';
import type { GenerateReplyInput } from '#web/gql/graphql.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { type Reply, writeReply } from './reply-writing.ts';

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
