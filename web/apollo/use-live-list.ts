import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStableValue } from '#web/lib/use-stable-value.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { refetchFailedQueries } from './connection-state.ts';
import { type ListConnection, rereadPages } from './reread-pages.ts';
import { useResumableSubscription } from './use-resumable-subscription.ts';

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

/** The list is reread at most this often, however fast others work. */
const REREAD_INTERVAL_MS = 200;
/** The same while an import adds row after row, or where rereading takes several requests. */
const SLOW_REREAD_INTERVAL_MS = 1_000;
const MANY_ROWS = 100;
/** How often a list is asked for again while the server answers with a state of before events that were already shown. */
const MAX_OLD_ANSWERS = 10;

/**
 * A list that updates live. A changed row updates through the cache; after a row was added or removed, or may match the filter
 * differently now, all loaded rows are reread.
 */
export function useLiveList<TData extends object, TVariables extends OperationVariables, TChange>(
  list: LiveList<TData, TVariables, TChange>,
) {
  const { query, field, typename, selectConnection, changes, topic, changeOf, filtered, onChange } = list;
  const variables = useStableValue(list.variables);
  const client = useApolloClient();
  const { cache } = client;
  // What is cached is reread below: unlike Apollo's own request, that does not overwrite what events have brought since.
  const { data, previousData, error, fetchMore } = useQuery<TData, OperationVariables>(query, {
    variables,
    fetchPolicy: 'cache-first',
  });
  const connection = data ? selectConnection(data) : null;
  const rows = connection?.nodes.length ?? 0;

  const pending = useRef<ListChange[]>([]);
  const latest = useRef('0');
  const oldAnswers = useRef(0);
  const shown = useRef(variables);
  useEffect(() => {
    shown.current = variables;
  }, [variables]);
  const reread = async () => {
    const applied = pending.current.splice(0);
    const isCurrent = (cursor: string) =>
      shown.current === variables && (BigInt(cursor) >= BigInt(latest.current) || oldAnswers.current >= MAX_OLD_ANSWERS);
    const created = applied.filter(({ kind }) => kind === 'created').length;
    const written = await rereadPages<TData>(client, {
      query,
      variables,
      rows: rows + created,
      connectionOf: selectConnection,
      withConnection: (whole, replaced) => ({ ...whole, [field]: replaced }),
      isCurrent,
    }).catch(() => null);
    oldAnswers.current = written === false ? oldAnswers.current + 1 : 0;
    if (written === false) {
      pending.current.unshift(...applied);
      refresh();
    } else {
      for (const change of applied) onChange?.(change);
    }
  };
  const refresh = useThrottled(rows > MANY_ROWS ? SLOW_REREAD_INTERVAL_MS : REREAD_INTERVAL_MS, reread);
  const refreshSlowly = useThrottled(SLOW_REREAD_INTERVAL_MS, reread);
  // Rows that were in the cache when they were asked for are those of an earlier visit.
  const isCached = useEffectEvent(() => data !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list was asked for
  useEffect(() => {
    if (isCached()) refresh();
  }, [variables, refresh]);

  useResumableSubscription(changes, {
    variables: topic,
    cursorOf: (event) => changeOf(event).cursor,
    from: connection?.eventCursor ?? null,
    onChange: (event) => {
      const change = changeOf(event);
      const { kind, id, cursor } = change;
      latest.current = cursor;
      if (kind === 'imported') return refreshSlowly();
      if (kind === 'deleted') {
        cache.evict({ id: cache.identify({ __typename: typename, id }) });
        cache.gc();
      }
      if (kind === 'updated' && !filtered) return onChange?.(change);
      pending.current.push(change);
      refresh();
    },
    onResync: refresh,
  });

  return {
    data: data ?? previousData,
    /** The rows shown are still those of the previous search. */
    searching: !data && previousData !== undefined && error === undefined,
    error: data ? undefined : error,
    /** Refetches whatever else of the screen failed, too. */
    retry: () => void refetchFailedQueries(client),
    hasMore: connection?.pageInfo.hasNextPage ?? false,
    /** Loads the next page; rejects if that fails. */
    more: () => fetchMore({ variables: { after: connection?.pageInfo.endCursor } }),
  };
}
