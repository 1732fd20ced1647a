import { useMutation } from '@apollo/client/react';
import type { NewEmailTemplate } from '#contract/email-template-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const CreateEmailTemplate = graphql(`
  mutation CreateEmailTemplate($input: EmailTemplateInput!) {
    createEmailTemplate(input: $input) {
      ... on EmailTemplate {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Adds a template; returns whether it succeeded. The list updates through its subscription. */
export function useCreateTemplate() {
  const [mutate] = useMutation(CreateEmailTemplate, { fetchPolicy: 'no-cache' });
  return async (input: NewEmailTemplate): Promise<boolean> => {
    const words = { done: 'Template saved successfully', failed: 'Failed to save template' };
    return (await runMutation(mutate({ variables: { input } }), words)) !== null;
  };
}
