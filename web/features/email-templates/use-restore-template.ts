import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const RestoreEmailTemplate = graphql(`
  mutation RestoreEmailTemplate($id: ID!) {
    restoreEmailTemplate(id: $id) {
      ... on EmailTemplate {
        id
        ...TemplateCard_template
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Brings a deleted template back. */
export function useRestoreTemplate() {
  const [mutate] = useMutation(RestoreEmailTemplate);
  return (id: string) =>
    runMutation(mutate({ variables: { id } }), { done: 'Template restored successfully', failed: 'Failed to restore template' });
}
