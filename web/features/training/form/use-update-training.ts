import { useMutation } from '@apollo/client/react';
import type { TrainingItemChanges } from '#contract/training.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';

const UpdateTrainingItem = graphql(`
  mutation UpdateTrainingItem($id: ID!, $input: TrainingItemChangesInput!) {
    updateTrainingItem(id: $id, input: $input) {
      ... on TrainingItem {
        id
        ...TrainingCard_item
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes an item; answers whether that worked. */
export function useUpdateTraining() {
  const [mutate] = useMutation(UpdateTrainingItem);
  return async (id: string, input: TrainingItemChanges): Promise<boolean> => {
    const updated = await settle(mutate({ variables: { id, input } }), {
      done: 'Training data updated successfully',
      failed: 'Failed to update training data',
    });
    return updated !== null;
  };
}
