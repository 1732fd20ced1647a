import { useMutation } from '@apollo/client/react';
import type { TranscriptionChanges } from '#contract/transcription-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { type SaveOutcome, saveOutcome } from '#web/ui/states/use-edit-conflict.ts';
import { type CallValues, callValuesOf } from './call-values.ts';

/** What of a call may stand open in a form. */
export const EditCall_call = graphql(`
  fragment EditCall_call on Transcription {
    id
    callValue
    priority
    updatedAt
  }
`);

export const UpdateCall = graphql(`
  mutation UpdateCall($id: ID!, $input: TranscriptionChangesInput!, $ifUpdatedAt: DateTime) {
    updateTranscription(id: $id, input: $input, ifUpdatedAt: $ifUpdatedAt) {
      ... on Transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallLinks_call
      }
      ... on TranscriptionEditConflict {
        updatedAt
        updatedBy {
          id
          displayName
        }
        current {
          id
          ...EditCall_call @unmask
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what is noted about a call, in any version when `ifUpdatedAt` is left out; answers whether it was saved, or the version a colleague saved first. */
export function useUpdateCall() {
  const [mutate] = useMutation(UpdateCall);
  return async (id: string, input: Partial<TranscriptionChanges>, ifUpdatedAt?: string): Promise<SaveOutcome<CallValues>> => {
    const settled = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Call updated successfully.',
      failed: 'Failed to update call.',
    });
    return saveOutcome(settled, callValuesOf);
  };
}
