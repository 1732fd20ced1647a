import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { LiveCallChangedSubscription, LiveCallInFullQuery } from '#web/gql/graphql.ts';

const LiveCallInFull = graphql(`
  query LiveCallInFull($id: ID!, $transcript: Boolean!) {
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
      ...LiveFigures_call
      ...LivePrompts_call
      ...PromptHistory_call
      ...CoachNotes_call
      ...LiveNews_call
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
        ...LiveFigures_call
        ...LivePrompts_call
        ...PromptHistory_call
        ...CoachNotes_call
        ...LiveNews_call
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

export type LiveCall = NonNullable<LiveCallInFullQuery['liveCall']>;
export type LiveTurn = LiveCall['turns'][number];
type Change = Pick<LiveCallChangedSubscription['liveCallChanged'], 'id' | 'turnsFrom' | 'turns'>;

/** Puts the turns that changed in the place of those from there on; answers whether they join what is known. */
function putTurns(cache: ApolloCache, { id, turnsFrom, turns }: Change): boolean {
  if (turnsFrom === null) return true;
  let joins = true;
  cache.modify<{ turns: readonly LiveTurn[] }>({
    id: cache.identify({ __typename: 'LiveCall', id }),
    fields: {
      turns: (known) => {
        joins = known.length >= turnsFrom;
        const isSame = turns.length === 0 && known.length === turnsFrom;
        return joins && !isSame ? [...known.slice(0, turnsFrom), ...turns] : known;
      },
    },
  });
  return joins;
}

/** Turns that are sent at once. A longer call comes in several parts. */
const PART = 2_000;

/** One call as it is now, turn by turn: asked for once, then followed. `withText`: the whole text is needed, too. */
export function useLiveCall({ id, withText }: { id: string; withText: boolean }) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(LiveCallInFull, {
    variables: { id, transcript: withText },
    // What is known of a call may be older than the cursor it would be followed from.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const call = data?.liveCall;
  const again = () => void refetch().catch(() => undefined);

  const known = call?.turns.length ?? 0;
  const fill = useEffectEvent(async () => {
    const variables = { id, from: known };
    const answer = await client.query({ query: LiveTurns, variables, fetchPolicy: 'no-cache' }).catch(() => null);
    const turns = answer?.data?.liveCall?.turns;
    if (turns) putTurns(client.cache, { id, turnsFrom: variables.from, turns });
  });
  const isPart = known >= PART && known < (call?.turnCount ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each part there may be another
  useEffect(() => {
    if (isPart) void fill();
  }, [isPart, known]);

  useResumableSubscription(LiveCallChanged, {
    variables: { id },
    cursorOf: ({ liveCallChanged }) => liveCallChanged.cursor,
    from: call?.eventCursor ?? null,
    onChange: ({ liveCallChanged }) => {
      if (!putTurns(client.cache, liveCallChanged)) void fill();
    },
    onResync: again,
  });

  return { call, isThere: data ? data.liveCall !== null : null, error: data ? undefined : error, retry: again };
}
