import { useMutation } from '@apollo/client/react';
import type { TrainingItemChanges } from '#contract/training-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { type SaveOutcome, saveOutcome } from '#web/ui/states/use-edit-conflict.ts';
import { type TrainingValues, valuesOf } from './training-values.ts';

const UpdateTrainingItem = graphql(`
  mutation UpdateTrainingItem($id: ID!, $input: TrainingItemChangesInput!, $ifUpdatedAt: DateTime) {
    updateTrainingItem(id: $id, input: $input, ifUpdatedAt: $ifUpdatedAt) {
      ... on TrainingItem {
        id
        ...TrainingCard_item
        ...EditTraining_item
      }
      ... on TrainingItemEditConflict {
        updatedAt
        updatedBy {
          id
          displayName
        }
        current {
          id
          ...EditTraining_item @unmask
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Updates an item, unconditionally without `ifUpdatedAt`; returns whether it was saved, or the conflicting version of a colleague. */
export function useUpdateTraining() {
  const [mutate] = useMutation(UpdateTrainingItem);
  return async (id: string, input: TrainingItemChanges, ifUpdatedAt?: string): Promise<SaveOutcome<TrainingValues>> => {
    const settled = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Training data updated successfully',
      failed: 'Failed to update training data',
    });
    return saveOutcome(settled, valuesOf);
  };
}
