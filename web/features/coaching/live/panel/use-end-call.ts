import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CompleteLiveCallInput } from '#web/gql/graphql.ts';
import { callPath } from '#web/lib/paths.ts';
import { needsNextStep } from '#web/tasks/due.ts';
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
        lead {
          id
          name
          stage
          nextStepDueBy
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Completes a call and links to its transcription. Resolves to the id of its open lead where that has no next step that is still to come, and to null where the call could not be completed. */
export function useEndCall(id: string) {
  const navigate = useNavigate();
  const [mutate] = useMutation(CompleteLiveCall);
  const [isEnding, setEnding] = useState(false);
  const endCall = async (getFinalInput: () => Promise<CompleteLiveCallInput>): Promise<{ leadToPlan: string | null } | null> => {
    setEnding(true);
    const input = await getFinalInput();
    const completed = await runMutation(mutate({ variables: { id, input } }), { failed: 'Failed to complete call analysis' });
    setEnding(false);
    if (!completed) return null;
    const transcriptionId = completed.transcription?.id;
    notify({
      title: 'Success',
      description: 'Call analysis completed',
      tone: 'success',
      action: transcriptionId ? { label: 'View call', run: () => navigate(callPath(transcriptionId)) } : undefined,
    });
    const { lead } = completed;
    return { leadToPlan: lead && needsNextStep(lead) ? lead.id : null };
  };
  return { endCall, isEnding };
}
