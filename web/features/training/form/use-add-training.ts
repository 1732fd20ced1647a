import { useMutation } from '@apollo/client/react';
import type { NewTrainingItem } from '#contract/training-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const AddTrainingItem = graphql(`
  mutation AddTrainingItem($input: TrainingItemInput!) {
    addTrainingItem(input: $input) {
      ... on TrainingItem {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Adds something the assistant answers from; answers whether that worked. The list hears of it by itself. */
export function useAddTraining() {
  const [mutate] = useMutation(AddTrainingItem);
  return async (input: NewTrainingItem): Promise<boolean> => {
    const added = await runMutation(mutate({ variables: { input } }), {
      done: 'Training data added successfully',
      failed: 'Failed to add training data',
    });
    return added !== null;
  };
}
