import { CombinedGraphQLErrors, type ErrorLike, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { backOff } from '#web/lib/back-off.ts';

export type Resumable<TData, TVariables> = {
  variables?: Omit<TVariables, 'after'>;
  /** The cursor of one event. */
  cursorOf: (data: TData) => string;
  /** Where to begin; null while it is not known yet, and then nothing is subscribed. */
  from: string | null;
  onChange: (data: TData) => void;
  /** Too much was missed: ask for everything again, which gives a new `from`. */
  onResync: () => void;
};

type Place = { topic: string; last: string | null; resyncing: boolean; failures: number };

const needsResync = (error: ErrorLike) =>
  CombinedGraphQLErrors.is(error) && error.errors.some((each) => each.extensions?.code === 'RESYNC');

/** Listens to a topic from a cursor on, over dropped sockets and failed attempts, without a gap and without a repeat. */
export function useResumableSubscription<TData, TVariables extends OperationVariables>(
  document: TypedDocumentNode<TData, TVariables>,
  { variables, cursorOf, from, onChange, onResync }: Resumable<TData, TVariables>,
): void {
  const client = useApolloClient();
  const topic = JSON.stringify(variables ?? {});
  const place = useRef<Place>({ topic, last: null, resyncing: false, failures: 0 });
  const [attempt, tryAgain] = useReducer((n: number) => n + 1, 0);

  const hear = useEffectEvent((data: TData) => {
    const cursor = cursorOf(data);
    place.current.failures = 0;
    if (cursor === place.current.last) return;
    place.current.last = cursor;
    onChange(data);
  });
  const resync = useEffectEvent(() => {
    place.current.resyncing = true;
    onResync();
  });

  // A new start counts only for a new topic or after a resync: while events flow, the last one seen is the better place.
  useEffect(() => {
    const here = place.current;
    if (from === null || (here.topic === topic && here.last !== null && !here.resyncing)) return;
    const again = here.resyncing;
    place.current = { topic, last: from, resyncing: false, failures: here.failures };
    if (again) tryAgain();
  }, [from, topic]);

  const waiting = from === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new subscription
  useEffect(() => {
    if (waiting) return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const end = (error?: ErrorLike) => {
      if (retry !== undefined) return;
      retry = setTimeout(tryAgain, backOff(place.current.failures));
      place.current.failures += 1;
      if (error && needsResync(error)) resync();
    };
    const listening = client
      .subscribe<TData>({ query: document, variables: JSON.parse(topic), context: { position: () => place.current.last } })
      .subscribe({
        next: ({ data, error }) => (error ? end(error) : data !== undefined && hear(data)),
        complete: () => end(),
      });
    return () => {
      clearTimeout(retry);
      listening.unsubscribe();
    };
  }, [client, document, topic, waiting, attempt]);
}
