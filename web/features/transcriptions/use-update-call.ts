import { useMutation } from '@apollo/client/react';
import type { TranscriptionChanges } from '#contract/transcription.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';

export const UpdateCall = graphql(`
  mutation UpdateCall($id: ID!, $input: TranscriptionChangesInput!) {
    updateTranscription(id: $id, input: $input) {
      ... on Transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallLinks_call
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what is noted about a call; answers whether that worked. */
export function useUpdateCall() {
  const [mutate] = useMutation(UpdateCall);
  return async (id: string, input: Partial<TranscriptionChanges>): Promise<boolean> => {
    const changed = await settle(mutate({ variables: { id, input } }), {
      done: 'Call updated successfully.',
      failed: 'Failed to update call.',
    });
    return changed !== null;
  };
}
