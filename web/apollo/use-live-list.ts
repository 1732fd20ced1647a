import { NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useRef } from 'react';
import { useStableValue } from '#web/lib/use-stable-value.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { refetchFailedQueries } from './connection-state.ts';
import { useResumableSubscription } from './use-resumable-subscription.ts';

/** The fields that the query of a list must select besides its rows. */
export type ListConnection = { eventCursor: string; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** The fields that its subscription must select besides the row. */
export type ListChange = { cursor: string; kind: 'created' | 'updated' | 'deleted' | 'imported'; id: string };

export type LiveList<TData, TVariables, TChange> = {
  query: TypedDocumentNode<TData, TVariables>;
  /** All but `after`. */
  variables: TVariables;
  /** The list's field in the query, and the type of its rows. */
  field: keyof TData & string;
  typename: string;
  selectConnection: (data: MaybeMasked<TData>) => ListConnection;
  changes: TypedDocumentNode<TChange, { after?: string | null }>;
  /** Variables that limit the subscription to what the list shows; without them it gets changes of every row. */
  topic?: Readonly<Record<string, unknown>>;
  changeOf: (data: TChange) => ListChange;
  /** Whether only some rows are shown, so that a changed row may match now or no longer. */
  filtered: boolean;
  /** Called with each change once it is shown, to highlight new rows. */
  onChange?: (change: ListChange) => void;
};

/** The list is refetched at most this often, however fast others work. */
const REFETCH_INTERVAL_MS = 200;
/** The same while an import adds row after row. */
const IMPORT_REFETCH_INTERVAL_MS = 1_000;

/**
 * A list that updates live. A changed row updates through the cache; after a row was added or removed, or
 * may match the filter differently now, the first page is refetched. Pages loaded before stay below it.
 */
export function useLiveList<TData, TVariables extends OperationVariables, TChange>(list: LiveList<TData, TVariables, TChange>) {
  const { query, field, typename, selectConnection, changes, topic, changeOf, filtered, onChange } = list;
  const variables = useStableValue(list.variables);
  const client = useApolloClient();
  const { cache } = client;
  const { data, previousData, error, networkStatus, refetch, fetchMore } = useQuery<TData, OperationVariables>(query, {
    variables,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
    // A refetched list keeps the pages below its first one (connection-policy.ts).
    refetchWritePolicy: 'merge',
  });
  const connection = data ? selectConnection(data) : null;

  const pending = useRef<ListChange[]>([]);
  const refetchList = async () => {
    const applied = pending.current.splice(0);
    await refetch().catch(() => undefined);
    for (const change of applied) onChange?.(change);
  };
  const refresh = useThrottled(REFETCH_INTERVAL_MS, refetchList);
  const refreshSlowly = useThrottled(IMPORT_REFETCH_INTERVAL_MS, refetchList);
  /** Marks every row below the first page as outdated. */
  const invalidate = () => cache.modify({ fields: { [field]: (known: object) => ({ ...known, stale: true }) } });

  useResumableSubscription(changes, {
    variables: topic,
    cursorOf: (event) => changeOf(event).cursor,
    from: connection?.eventCursor ?? null,
    onChange: (event) => {
      const change = changeOf(event);
      const { kind, id } = change;
      if (kind === 'imported') {
        invalidate();
        refreshSlowly();
        return;
      }
      if (kind === 'deleted') cache.evict({ id: cache.identify({ __typename: typename, id }) });
      if (kind === 'updated' && !filtered) return onChange?.(change);
      pending.current.push(change);
      refresh();
    },
    onResync: () => {
      invalidate();
      refresh();
    },
  });

  return {
    data: data ?? previousData,
    /** The rows shown are still those of the previous search. */
    searching: !data && previousData !== undefined && error === undefined,
    error: data ? undefined : error,
    /** Refetches whatever else of the screen failed, too. */
    retry: () => void refetchFailedQueries(client),
    hasMore: connection?.pageInfo.hasNextPage ?? false,
    loadingMore: networkStatus === NetworkStatus.fetchMore,
    more: () => {
      if (connection?.pageInfo.endCursor) fetchMore({ variables: { after: connection.pageInfo.endCursor } }).catch(() => undefined);
    },
  };
}
