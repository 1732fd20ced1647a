import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { notify } from '#web/ui/toasts/toast.ts';

const DeleteTrainingItem = graphql(`
  mutation DeleteTrainingItem($id: ID!) {
    deleteTrainingItem(id: $id) {
      ... on TrainingItem {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RestoreTrainingItem = graphql(`
  mutation RestoreTrainingItem($id: ID!) {
    restoreTrainingItem(id: $id) {
      ... on TrainingItem {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Takes an item away, and offers to bring it back; answers whether that worked. */
export function useDeleteTraining() {
  const [remove, { client }] = useMutation(DeleteTrainingItem, { fetchPolicy: 'no-cache' });
  const [restore] = useMutation(RestoreTrainingItem);
  return async (id: string): Promise<boolean> => {
    const removed = await runMutation(remove({ variables: { id } }), { failed: 'Failed to delete training data' });
    if (!removed) return false;
    client.cache.evict({ id: client.cache.identify(removed) });
    const undo = () =>
      runMutation(restore({ variables: { id } }), { done: 'Training data restored', failed: 'Failed to restore training data' });
    notify({ title: 'Success', description: 'Training data deleted successfully', tone: 'success', action: { label: 'Undo', run: undo } });
    return true;
  };
}
