import { useMutation } from '@apollo/client/react';
import type { EmailTemplateChanges } from '#contract/email-template-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { type TemplateValues, templateValuesOf } from '#web/templates/template-values.ts';
import { type SaveOutcome, saveOutcome } from '#web/ui/states/use-edit-conflict.ts';

const UpdateEmailTemplate = graphql(`
  mutation UpdateEmailTemplate($id: ID!, $input: EmailTemplateChangesInput!, $ifUpdatedAt: DateTime) {
    updateEmailTemplate(id: $id, input: $input, ifUpdatedAt: $ifUpdatedAt) {
      ... on EmailTemplate {
        id
        ...TemplateCard_template
        ...EditTemplate_template
      }
      ... on EmailTemplateEditConflict {
        updatedAt
        updatedBy {
          id
          displayName
        }
        current {
          id
          ...EditTemplate_template @unmask
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes a template; answers whether it was saved, or the version a colleague saved first. */
export function useUpdateTemplate() {
  const [mutate] = useMutation(UpdateEmailTemplate);
  return async (id: string, input: EmailTemplateChanges, ifUpdatedAt: string): Promise<SaveOutcome<TemplateValues>> => {
    const words = { done: 'Template saved successfully', failed: 'Failed to save template' };
    return saveOutcome(await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), words), templateValuesOf);
  };
}
