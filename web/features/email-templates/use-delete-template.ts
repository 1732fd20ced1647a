import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { useRestoreTemplate } from './use-restore-template.ts';

const DeleteEmailTemplate = graphql(`
  mutation DeleteEmailTemplate($id: ID!) {
    deleteEmailTemplate(id: $id) {
      ... on EmailTemplate {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Takes a template away and offers to bring it back; answers whether that worked. */
export function useDeleteTemplate() {
  const [mutate, { client }] = useMutation(DeleteEmailTemplate, { fetchPolicy: 'no-cache' });
  const restore = useRestoreTemplate();
  return async (id: string): Promise<boolean> => {
    const gone = await runMutation(mutate({ variables: { id } }), { failed: 'Failed to delete template' });
    if (!gone) return false;
    client.cache.evict({ id: client.cache.identify(gone) });
    notify({
      title: 'Success',
      description: 'Template deleted successfully',
      tone: 'success',
      action: { label: 'Undo', run: () => void restore(id) },
    });
    return true;
  };
}
