import { useEffect, useRef } from 'react';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';

/** Calls a page; the wall shows all of them, and more where there are more. */
const PAGE = 100;

const RunningCalls = graphql(`
  query RunningCalls($first: Int!, $after: String) {
    liveCalls(status: active, orderBy: { field: attention, direction: DESC }, first: $first, after: $after) {
      eventCursor
      nodes {
        id
        status
        attention
        startedAt
        ...WallCard_call
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
        ...WallCard_call
      }
    }
  }
`);

/** Every running call, those that need a coach most first, as they are now; and the viewer's own, where one runs. */
export function useRunningCalls() {
  // A call below the last one shown is none of the list's until it needs a coach more than that one.
  const shown = useRef<{ ids: ReadonlySet<string>; least: number }>({ ids: new Set(), least: 0 });
  const { data, ...list } = useLiveList({
    query: RunningCalls,
    variables: { first: PAGE },
    field: 'liveCalls',
    typename: 'LiveCall',
    selectConnection: ({ liveCalls }) => liveCalls,
    changes: RunningCallsChanged,
    changeOf: ({ liveCallsChanged: { cursor, kind, id, liveCall } }) => {
      const { ids, least } = shown.current;
      const comesUp = liveCall?.status === 'active' && !ids.has(id) && liveCall.attention >= least;
      return { cursor, id, kind: comesUp ? 'created' : kind };
    },
    filtered: false,
  });
  const calls = data?.liveCalls.nodes.filter(({ status }) => status === 'active');
  const { hasMore } = list;
  useEffect(() => {
    const nodes = data?.liveCalls.nodes ?? [];
    const least = hasMore ? Math.min(...nodes.map(({ attention }) => attention)) : 0;
    shown.current = { ids: new Set(nodes.map(({ id }) => id)), least };
  }, [data, hasMore]);

  const own = data?.mine.nodes.find(({ status }) => status === 'active')?.id ?? null;
  return { calls, own, ...list };
}

export type RunningCall = NonNullable<ReturnType<typeof useRunningCalls>['calls']>[number];
