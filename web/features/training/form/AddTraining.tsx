import { useMutation } from '@apollo/client/react';
import { NewTrainingItem } from '#contract/training-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { TrainingDialog } from './TrainingDialog.tsx';
import { EMPTY } from './training-values.ts';

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

/** Adds a training item; returns whether that worked. The list updates through its subscription. */
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

/** The Add Training Data dialog. */
export function AddTraining({ onClose }: { onClose: () => void }) {
  const add = useAddTraining();
  return (
    <TrainingDialog
      title="Add Training Data"
      submit={{ label: 'Add Training Data', pending: 'Adding...' }}
      before={EMPTY}
      subject="new-training-item"
      save={(typed) => add(NewTrainingItem.parse(typed))}
      onClose={onClose}
    />
  );
}
