import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useQuery } from '@apollo/client/react';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { useResumableSubscription } from './use-resumable-subscription.ts';

type LiveQuery<TData, TVariables, TChange> = {
  query: TypedDocumentNode<TData, TVariables>;
  variables?: TVariables;
  /** The event cursor of an answer: changes after it are followed. */
  eventCursorOf: (data: MaybeMasked<TData>) => string;
  changes: TypedDocumentNode<TChange, { after?: string | null }>;
  cursorOf: (change: TChange) => string;
  /** Whether a change concerns the query; left out, each does. */
  isRelevant?: (change: TChange) => boolean;
  /** The query is refetched at most this often, in milliseconds. */
  interval?: number;
};

const REFETCH_INTERVAL_MS = 200;

/** A query that is refetched when something it counts or shows changed. */
export function useLiveQuery<TData, TVariables extends OperationVariables, TChange>(live: LiveQuery<TData, TVariables, TChange>) {
  const { query, variables, eventCursorOf, changes, cursorOf, isRelevant, interval = REFETCH_INTERVAL_MS } = live;
  const { data, error, refetch } = useQuery<TData, OperationVariables>(query, {
    ...(variables && { variables }),
    fetchPolicy: 'cache-and-network',
  });
  const retry = () => void refetch().catch(() => undefined);
  const refresh = useThrottled(interval, () => refetch().catch(() => undefined));
  useResumableSubscription(changes, {
    cursorOf,
    from: data ? eventCursorOf(data) : null,
    onChange: (change) => {
      if (isRelevant?.(change) ?? true) refresh();
    },
    onResync: refresh,
  });
  return { data, error: data ? undefined : error, retry };
}
