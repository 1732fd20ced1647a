import { useEffect, useRef } from 'react';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';

/** Calls per page. */
const PAGE_SIZE = 100;

const RunningCalls = graphql(`
  query RunningCalls($first: Int!, $after: String) {
    liveCalls(status: active, orderBy: { field: attention, direction: DESC }, first: $first, after: $after) {
      eventCursor
      nodes {
        id
        status
        attention
        startedAt
        ...LiveCallCard_call
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    mine: liveCalls(status: active, mine: true, first: 1) {
      nodes {
        id
        status
      }
    }
  }
`);

const RunningCallsChanged = graphql(`
  subscription RunningCallsChanged($after: EventCursor) {
    liveCallsChanged(after: $after) {
      cursor
      kind
      id
      liveCall {
        id
        status
        attention
        startedAt
        ...LiveCallCard_call
      }
    }
  }
`);

/** Every active call, those that need a coach most first, and the viewer's own one. Kept up to date by a subscription. */
export function useRunningCalls() {
  // A call below the last loaded page joins the list once it needs more attention than the last one shown.
  const shownRef = useRef<{ ids: ReadonlySet<string>; lowestAttention: number }>({ ids: new Set(), lowestAttention: 0 });
  const { data, ...list } = useLiveList({
    query: RunningCalls,
    variables: { first: PAGE_SIZE },
    field: 'liveCalls',
    typename: 'LiveCall',
    selectConnection: ({ liveCalls }) => liveCalls,
    changes: RunningCallsChanged,
    changeOf: ({ liveCallsChanged: { cursor, kind, id, liveCall } }) => {
      const { ids, lowestAttention } = shownRef.current;
      const isRising = liveCall?.status === 'active' && !ids.has(id) && liveCall.attention >= lowestAttention;
      return { cursor, id, kind: isRising ? 'created' : kind };
    },
    filtered: false,
  });
  const calls = data?.liveCalls.nodes.filter(({ status }) => status === 'active');
  const { hasMore } = list;
  useEffect(() => {
    const nodes = data?.liveCalls.nodes ?? [];
    const lowestAttention = hasMore ? Math.min(...nodes.map(({ attention }) => attention)) : 0;
    shownRef.current = { ids: new Set(nodes.map(({ id }) => id)), lowestAttention };
  }, [data, hasMore]);

  const ownCallId = data?.mine.nodes.find(({ status }) => status === 'active')?.id ?? null;
  return { calls, ownCallId, ...list };
}

export type RunningCall = NonNullable<ReturnType<typeof useRunningCalls>['calls']>[number];
