import { NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { soon } from '#web/lib/soon.ts';
import { useStableValue } from '#web/lib/use-stable-value.ts';
import { refetchFailedQueries } from './refetch-failed-queries.ts';
import { useResumableSubscription } from './use-resumable-subscription.ts';

/** What the query of a list must ask for beside its rows. */
export type ListConnection = { eventCursor: string; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** What a subscription to its changes must ask for beside the row. */
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
  /** Narrows the subscription to what the list shows; left out, it hears of every row. */
  topic?: Readonly<Record<string, unknown>>;
  changeOf: (data: TChange) => ListChange;
  /** Whether only some rows are shown, so that a changed row may have come in or dropped out. */
  filtered: boolean;
  /** Told of each change once it is shown, for a list that points at what is new. */
  onChange?: (change: ListChange) => void;
};

/** At most this often, in milliseconds, the list is asked for again, however fast others work. */
const REFETCH_INTERVAL_MS = 200;
/** The same while an import tells of part after part. */
const IMPORT_REFETCH_INTERVAL_MS = 1_000;

/**
 * A list that stays true while others work on it. A changed row changes in the cache by itself; for one that came,
 * went or may count differently now, the first page is asked for again. Pages read before stay below it.
 */
export function useLiveList<TData, TVariables extends OperationVariables, TChange>(list: LiveList<TData, TVariables, TChange>) {
  const { query, field, typename, selectConnection: frameOf, changes, topic, changeOf, filtered, onChange: heard } = list;
  const variables = useStableValue(list.variables);
  const client = useApolloClient();
  const { cache } = client;
  const { data, previousData, error, networkStatus, refetch, fetchMore } = useQuery<TData, OperationVariables>(query, {
    variables,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
    // Asked for again, the list keeps the pages below its first one (pages.ts).
    refetchWritePolicy: 'merge',
  });
  const frame = data ? frameOf(data) : null;

  const pending = useRef<ListChange[]>([]);
  const refetchList = useEffectEvent(async () => {
    const came = pending.current.splice(0);
    await refetch().catch(() => undefined);
    for (const change of came) heard?.(change);
  });
  const refresh = useMemo(() => soon(REFETCH_INTERVAL_MS, () => refetchList()), []);
  const refreshCalmly = useMemo(() => soon(IMPORT_REFETCH_INTERVAL_MS, () => refetchList()), []);
  useEffect(
    () => () => {
      refresh.drop();
      refreshCalmly.drop();
    },
    [refresh, refreshCalmly],
  );
  /** No row below the first page can be trusted any more. */
  const invalidate = () => cache.modify({ fields: { [field]: (known: object) => ({ ...known, stale: true }) } });

  useResumableSubscription(changes, {
    variables: topic,
    cursorOf: (said) => changeOf(said).cursor,
    from: frame?.eventCursor ?? null,
    onChange: (said) => {
      const change = changeOf(said);
      const { kind, id } = change;
      if (kind === 'imported') {
        invalidate();
        refreshCalmly.ask();
        return;
      }
      if (kind === 'deleted') cache.evict({ id: cache.identify({ __typename: typename, id }) });
      if (kind === 'updated' && !filtered) return heard?.(change);
      pending.current.push(change);
      refresh.ask();
    },
    onResync: () => {
      invalidate();
      refresh.ask();
    },
  });

  return {
    data: data ?? previousData,
    /** The rows shown are those of the search before. */
    searching: !data && previousData !== undefined && error === undefined,
    error: data ? undefined : error,
    /** Whatever else of the screen failed with it is asked for again, too. */
    retry: () => void refetchFailedQueries(client),
    hasMore: frame?.pageInfo.hasNextPage ?? false,
    loadingMore: networkStatus === NetworkStatus.fetchMore,
    more: () => {
      if (frame?.pageInfo.endCursor) fetchMore({ variables: { after: frame.pageInfo.endCursor } }).catch(() => undefined);
    },
  };
}
