import { useMutation } from '@apollo/client/react';
import type { EmailTemplateChanges } from '#contract/email-template.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';

const UpdateEmailTemplate = graphql(`
  mutation UpdateEmailTemplate($id: ID!, $input: EmailTemplateChangesInput!) {
    updateEmailTemplate(id: $id, input: $input) {
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

/** Changes a template; answers whether that worked. */
export function useUpdateTemplate() {
  const [mutate] = useMutation(UpdateEmailTemplate);
  return async (id: string, input: EmailTemplateChanges): Promise<boolean> => {
    const words = { done: 'Template saved successfully', failed: 'Failed to save template' };
    return (await settle(mutate({ variables: { id, input } }), words)) !== null;
  };
}
