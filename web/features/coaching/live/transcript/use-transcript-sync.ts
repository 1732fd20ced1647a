import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';
import type { UpdateLiveCallMutation } from '#web/gql/graphql.ts';
import type { LiveCall } from '../use-live-call.ts';
import { drafts } from './drafts.ts';
import { createTranscriptSync, type Reply, type TranscriptSync } from './transcript-sync.ts';

const UpdateLiveCall = graphql(`
  mutation UpdateLiveCall($id: ID!, $input: UpdateLiveCallInput!) {
    updateLiveCall(id: $id, input: $input) {
      ... on LiveCall {
        id
        revision
      }
      ... on Failure {
        message
      }
    }
  }
`);

const LiveTranscript = graphql(`
  query LiveTranscript($id: ID!) {
    liveCall(id: $id) {
      id
      revision
      transcript
    }
  }
`);

/** Milliseconds an update may take; afterwards it counts as lost and is told again. */
const PATIENCE = 15_000;

function replyOf(answer: UpdateLiveCallMutation['updateLiveCall'] | undefined): Reply {
  if (!answer) throw new Error('The server gave no answer.');
  if (answer.__typename === 'LiveCall') return { kind: 'taken', revision: answer.revision };
  return answer.__typename === 'Invalid' ? { kind: 'refused', message: answer.message } : { kind: 'over' };
}

/** Tells the server what is typed in a running call, and follows what another window tells of it. */
export function useTranscriptSync(call: LiveCall, isRunning: boolean, seconds: () => number): TranscriptSync {
  const client = useApolloClient();
  const clock = useRef(seconds);
  useEffect(() => {
    clock.current = seconds;
  });
  const [teller] = useState(() => {
    const { id, revision, transcript } = call;
    // The first message leaves the duration to the server: its clock is right, whatever this one shows.
    let isFirst = true;
    return createTranscriptSync({
      told: transcript ?? '',
      revision,
      draft: drafts.of(id),
      keep: (untold) => drafts.keep(id, untold),
      push: async (news) => {
        const { data, error } = await client.mutate({
          mutation: UpdateLiveCall,
          variables: { id, input: { ...news, duration: isFirst ? null : clock.current() } },
          // What the screen shows of it is pushed; an answer may be older than that.
          fetchPolicy: 'no-cache',
          context: { fetchOptions: { signal: AbortSignal.timeout(PATIENCE) } },
        });
        if (error) throw error;
        isFirst = false;
        return replyOf(data?.updateLiveCall);
      },
    });
  });

  useEffect(() => {
    if (!isRunning) return;
    drafts.keep(call.id, drafts.of(call.id));
    teller.open();
    return () => void teller.close();
  }, [teller, isRunning, call.id]);

  const connection = useConnectionState();
  useEffect(() => {
    if (connection === 'live') teller.back();
  }, [connection, teller]);

  const { id, revision, turns } = call;
  useEffect(() => teller.onRemote(revision), [teller, revision]);
  const follow = useEffectEvent(async () => {
    if (!isRunning || !teller.isFollowing(revision)) return;
    const { data } = await client
      .query({ query: LiveTranscript, variables: { id }, fetchPolicy: 'no-cache' })
      .catch(() => ({ data: null }));
    if (data?.liveCall) teller.follow(data.liveCall.transcript, data.liveCall.revision);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is looked at whenever something was
  useEffect(() => void follow(), [turns]);

  return teller;
}
