import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { LiveCallChangedSubscription, LiveCallDetailQuery } from '#web/gql/graphql.ts';

const LiveCallDetail = graphql(`
  query LiveCallDetail($id: ID!, $transcript: Boolean!) {
    liveCall(id: $id) {
      id
      eventCursor
      status
      told
      revision
      duration
      countsFrom
      asOf
      plannedSeconds
      startedAt
      callerPhone
      transcript @include(if: $transcript)
      turnCount
      turns {
        index
        speaker
        name
        text
        start
      }
      rep {
        id
        displayName
        profileImageUrl
      }
      customer {
        id
        name
      }
      transcription {
        id
      }
      ...LiveMetrics_call
      ...LivePrompts_call
      ...PromptHistory_call
      ...CoachNotes_call
      ...LiveAnnouncer_call
    }
  }
`);

const LiveCallChanged = graphql(`
  subscription LiveCallChanged($id: ID!, $after: EventCursor) {
    liveCallChanged(id: $id, after: $after) {
      cursor
      id
      turnsFrom
      turns {
        index
        speaker
        name
        text
        start
      }
      liveCall {
        id
        status
        told
        revision
        duration
        countsFrom
        asOf
        transcription {
          id
        }
        ...LiveMetrics_call
        ...LivePrompts_call
        ...PromptHistory_call
        ...CoachNotes_call
        ...LiveAnnouncer_call
      }
    }
  }
`);

const LiveTurns = graphql(`
  query LiveTurns($id: ID!, $from: Int!) {
    liveCall(id: $id) {
      id
      turns(from: $from) {
        index
        speaker
        name
        text
        start
      }
    }
  }
`);

export type LiveCall = NonNullable<LiveCallDetailQuery['liveCall']>;
export type LiveTurn = LiveCall['turns'][number];
type TurnsChange = Pick<LiveCallChangedSubscription['liveCallChanged'], 'id' | 'turnsFrom' | 'turns'>;

/** Replaces the cached turns from `turnsFrom` on; returns false if turns before it are missing. */
function applyTurns(cache: ApolloCache, { id, turnsFrom, turns }: TurnsChange): boolean {
  if (turnsFrom === null) return true;
  let isContiguous = true;
  cache.modify<{ turns: readonly LiveTurn[] }>({
    id: cache.identify({ __typename: 'LiveCall', id }),
    fields: {
      turns: (knownCount) => {
        isContiguous = knownCount.length >= turnsFrom;
        const isSame = turns.length === 0 && knownCount.length === turnsFrom;
        return isContiguous && !isSame ? [...knownCount.slice(0, turnsFrom), ...turns] : knownCount;
      },
    },
  });
  return isContiguous;
}

/** The server sends at most this many turns; the rest of a longer call is fetched page by page. */
const TURNS_PER_PAGE = 2_000;

/** A call, kept up to date by a subscription. `withTranscript`: fetch the whole text, too. */
export function useLiveCall({ id, withTranscript }: { id: string; withTranscript: boolean }) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(LiveCallDetail, {
    variables: { id, transcript: withTranscript },
    // The cached call may be older than the cursor to subscribe from.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const call = data?.liveCall;
  const refetchCall = () => void refetch().catch(() => undefined);

  const knownCount = call?.turns.length ?? 0;
  const fetchMissingTurns = useEffectEvent(async () => {
    const variables = { id, from: knownCount };
    const result = await client.query({ query: LiveTurns, variables, fetchPolicy: 'no-cache' }).catch(() => null);
    const turns = result?.data?.liveCall?.turns;
    if (turns) applyTurns(client.cache, { id, turnsFrom: variables.from, turns });
  });
  const isIncomplete = knownCount >= TURNS_PER_PAGE && knownCount < (call?.turnCount ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may be followed by another
  useEffect(() => {
    if (isIncomplete) void fetchMissingTurns();
  }, [isIncomplete, knownCount]);

  useResumableSubscription(LiveCallChanged, {
    variables: { id },
    cursorOf: ({ liveCallChanged }) => liveCallChanged.cursor,
    from: call?.eventCursor ?? null,
    onChange: ({ liveCallChanged }) => {
      if (!applyTurns(client.cache, liveCallChanged)) void fetchMissingTurns();
    },
    onResync: refetchCall,
  });

  return { call, exists: data ? data.liveCall !== null : null, error: data ? undefined : error, refetch: refetchCall };
}
