import { useMutation } from '@apollo/client/react';
import type { Priority } from '#contract/call.ts';
import type { TranscriptionChanges } from '#contract/transcription-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { type SaveOutcome, saveOutcome } from '#web/ui/states/use-edit-conflict.ts';

/** The form values of a call's value and priority. */
export type CallValues = { callValue: string; priority: Priority };

export const callValuesOf = ({ callValue, priority }: { callValue?: string | number | null; priority?: Priority | null }): CallValues => ({
  callValue: String(callValue ?? ''),
  priority: priority ?? 'medium',
});

/** The fields of a call that are edited in a form. */
export const EditCall_call = graphql(`
  fragment EditCall_call on Transcription {
    id
    callValue
    priority
    updatedAt
  }
`);

const UpdateCall = graphql(`
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

/** Updates a call, unconditionally without `ifUpdatedAt`; returns whether it was saved, or the conflicting version of a colleague. */
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
