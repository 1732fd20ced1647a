import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';
import type { UpdateLiveCallMutation } from '#web/gql/graphql.ts';
import type { LiveCall } from '../use-live-call.ts';
import { createTranscriptSync, type PushResult, type TranscriptSync } from './transcript-sync.ts';
import { useTranscriptDraft } from './use-transcript-draft.ts';

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

/** An update that takes longer counts as failed and is sent again. */
const UPDATE_TIMEOUT_MS = 15_000;

function toPushResult(data: UpdateLiveCallMutation['updateLiveCall'] | undefined): PushResult {
  if (!data) throw new Error('The server returned no data.');
  if (data.__typename === 'LiveCall') return { kind: 'accepted', revision: data.revision };
  return data.__typename === 'Invalid' ? { kind: 'rejected', message: data.message } : { kind: 'ended' };
}

/** Saves the typed transcript of a call, and shows what another window saves. */
export function useTranscriptSync(call: LiveCall, isActive: boolean, getDuration: () => number): TranscriptSync {
  const client = useApolloClient();
  const getDurationRef = useRef(getDuration);
  useEffect(() => {
    getDurationRef.current = getDuration;
  });
  const draft = useTranscriptDraft(call.id);
  const [sync] = useState(() => {
    const { id, revision, transcript } = call;
    // The first update leaves the duration to the server, whose clock is right.
    let isFirst = true;
    return createTranscriptSync({
      saved: transcript ?? '',
      revision,
      draft: draft.read(),
      storeDraft: draft.store,
      push: async (update) => {
        const { data, error } = await client.mutate({
          mutation: UpdateLiveCall,
          variables: { id, input: { ...update, duration: isFirst ? null : getDurationRef.current() } },
          // The subscription pushes what the screen shows; this answer may be older.
          fetchPolicy: 'no-cache',
          context: { fetchOptions: { signal: AbortSignal.timeout(UPDATE_TIMEOUT_MS) } },
        });
        if (error) throw error;
        isFirst = false;
        return toPushResult(data?.updateLiveCall);
      },
    });
  });

  const begin = useEffectEvent(draft.begin);
  useEffect(() => {
    if (!isActive) return;
    begin();
    sync.open();
    return () => void sync.close();
  }, [sync, isActive]);

  const connection = useConnectionState();
  useEffect(() => {
    if (connection === 'live') sync.onReconnect();
  }, [connection, sync]);

  const { id, revision, turns } = call;
  useEffect(() => sync.onRemote(revision), [sync, revision]);
  const applyRemoteText = useEffectEvent(async () => {
    if (!isActive || !sync.canApplyRemote(revision)) return;
    const { data } = await client
      .query({ query: LiveTranscript, variables: { id }, fetchPolicy: 'no-cache' })
      .catch(() => ({ data: null }));
    if (data?.liveCall) sync.applyRemote(data.liveCall.transcript, data.liveCall.revision);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the turns change, the text is compared
  useEffect(() => void applyRemoteText(), [turns]);

  return sync;
}
