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

/** Ends a call, stores it and says so, with the way to what it was stored as; answers whether that worked. */
export function useEndCall(id: string) {
  const navigate = useNavigate();
  const [mutate] = useMutation(CompleteLiveCall);
  const [isEnding, setEnding] = useState(false);
  const end = async (lastWords: () => Promise<CompleteLiveCallInput>): Promise<boolean> => {
    setEnding(true);
    const input = await lastWords();
    const ended = await runMutation(mutate({ variables: { id, input } }), { failed: 'Failed to complete call analysis' });
    setEnding(false);
    if (!ended) return false;
    const stored = ended.transcription?.id;
    notify({
      title: 'Success',
      description: 'Call analysis completed',
      tone: 'success',
      action: stored ? { label: 'View call', run: () => navigate(callPath(stored)) } : undefined,
    });
    return true;
  };
  return { end, isEnding };
}
