import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CompleteLiveCallInput } from '#web/gql/graphql.ts';
import { callPath } from '#web/lib/paths.ts';
import { notify } from '#web/ui/toasts/toast.ts';

const CompleteLiveCall = graphql(`
  mutation CompleteLiveCall($id: ID!, $input: CompleteLiveCallInput!) {
    completeLiveCall(id: $id, input: $input) {
      ... on LiveCall {
        id
        status
        duration
        transcription {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Completes a call and links to its transcription; returns whether that worked. */
export function useEndCall(id: string) {
  const navigate = useNavigate();
  const [mutate] = useMutation(CompleteLiveCall);
  const [isEnding, setEnding] = useState(false);
  const endCall = async (getFinalInput: () => Promise<CompleteLiveCallInput>): Promise<boolean> => {
    setEnding(true);
    const input = await getFinalInput();
    const completed = await runMutation(mutate({ variables: { id, input } }), { failed: 'Failed to complete call analysis' });
    setEnding(false);
    if (!completed) return false;
    const transcriptionId = completed.transcription?.id;
    notify({
      title: 'Success',
      description: 'Call analysis completed',
      tone: 'success',
      action: transcriptionId ? { label: 'View call', run: () => navigate(callPath(transcriptionId)) } : undefined,
    });
    return true;
  };
  return { endCall, isEnding };
}
