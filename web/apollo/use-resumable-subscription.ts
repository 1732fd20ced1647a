import { CombinedGraphQLErrors, type ErrorLike, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { backOff } from '#web/lib/back-off.ts';
import { notifyResync } from './session-signals.ts';

export type Resumable<TData, TVariables> = {
  variables?: Omit<TVariables, 'after'>;
  /** The cursor of one event. */
  cursorOf: (data: TData) => string;
  /** The cursor to start from; nothing is subscribed while it is null. */
  from: string | null;
  onChange: (data: TData) => void;
  /** Too much was missed: refetch everything, which gives a new `from`. */
  onResync: () => void;
};

type Position = { topic: string; cursor: string | null; resyncing: boolean; failures: number };

const needsResync = (error: ErrorLike) =>
  CombinedGraphQLErrors.is(error) && error.errors.some((each) => each.extensions?.code === 'RESYNC');

/** Subscribes to a topic from a cursor on, across dropped sockets and failed attempts, without a gap and without a repeat. */
export function useResumableSubscription<TData, TVariables extends OperationVariables>(
  document: TypedDocumentNode<TData, TVariables>,
  { variables, cursorOf, from, onChange, onResync }: Resumable<TData, TVariables>,
): void {
  const client = useApolloClient();
  const topic = JSON.stringify(variables ?? {});
  const position = useRef<Position>({ topic, cursor: null, resyncing: false, failures: 0 });
  const [attempt, tryAgain] = useReducer((n: number) => n + 1, 0);

  const receive = useEffectEvent((data: TData) => {
    const cursor = cursorOf(data);
    position.current.failures = 0;
    if (cursor === position.current.cursor) return;
    position.current.cursor = cursor;
    onChange(data);
  });
  const resync = useEffectEvent(() => {
    position.current.resyncing = true;
    notifyResync();
    onResync();
  });

  // A new start counts only for a new topic or after a resync: while events arrive, the cursor of the last one is newer.
  useEffect(() => {
    const current = position.current;
    if (from === null || (current.topic === topic && current.cursor !== null && !current.resyncing)) return;
    const isResync = current.resyncing;
    position.current = { topic, cursor: from, resyncing: false, failures: current.failures };
    if (isResync) tryAgain();
  }, [from, topic]);

  const isWaiting = from === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new subscription
  useEffect(() => {
    if (isWaiting) return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const end = (error?: ErrorLike) => {
      if (retry !== undefined) return;
      retry = setTimeout(tryAgain, backOff(position.current.failures));
      position.current.failures += 1;
      if (error && needsResync(error)) resync();
    };
    const subscription = client
      .subscribe<TData>({
        query: document,
        variables: JSON.parse(topic),
        // Of two with the same variables, each resumes from its own cursor.
        context: { position: () => position.current.cursor, queryDeduplication: false },
      })
      .subscribe({
        next: ({ data, error }) => (error ? end(error) : data !== undefined && receive(data)),
        complete: () => end(),
      });
    return () => {
      clearTimeout(retry);
      subscription.unsubscribe();
    };
  }, [client, document, topic, isWaiting, attempt]);
}
