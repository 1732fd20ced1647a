import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { EMAIL_TYPE_LABELS } from '#contract/email-template.ts';
import { type EmailTemplateChanges, EmailTemplateForm } from '#contract/email-template-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { TemplateDialog } from '#web/templates/TemplateDialog.tsx';
import { EMPTY_TEMPLATE, type TemplateValues, templateValuesOf } from '#web/templates/template-values.ts';
import { useCreateTemplate } from '#web/templates/use-create-template.ts';
import { EditConflictAlert, SAVE_AS_NEW } from '#web/ui/states/EditConflictAlert.tsx';
import { changedFields, type SaveOutcome, saveOutcome, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';

const EditTemplate_template = graphql(`
  fragment EditTemplate_template on EmailTemplate {
    id
    name
    type
    subject
    body
    updatedAt
  }
`);

const TYPE_LABELS = new Map<string, string>(Object.entries(EMAIL_TYPE_LABELS));
const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'type', label: 'Type', show: (type: string) => TYPE_LABELS.get(type) ?? type },
  { name: 'subject', label: 'Subject' },
  { name: 'body', label: 'Body' },
] as const;

type EditTemplateProps = {
  id: string;
  template: FragmentType<typeof EditTemplate_template>;
  onClose: () => void;
};

/** The Edit Template dialog. Only changed fields are sent, so two users can edit different fields. */
export function EditTemplate({ id, template, onClose }: EditTemplateProps) {
  const { data, complete } = useFragment({ fragment: EditTemplate_template, from: template });
  const edit = useEditConflict<TemplateValues>({
    values: complete ? templateValuesOf(data) : EMPTY_TEMPLATE,
    updatedAt: data.updatedAt ?? '',
  });
  const update = useUpdateTemplate();
  const create = useCreateTemplate();

  const save = (values: EmailTemplateForm) => {
    if (!complete) return create(values);
    const fields = changedFields(edit.base, values);
    const changed = Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
    return edit.save(values, (ifUpdatedAt) => update(id, EmailTemplateForm.partial().parse(changed), ifUpdatedAt));
  };

  return (
    <TemplateDialog
      title="Edit Template"
      start={edit.base}
      subject={`template/${id}`}
      base={edit.base}
      onRestore={edit.resume}
      notice={<EditConflictAlert what="template" edit={edit} fields={FIELDS} deleted={!complete} />}
      verb={complete ? undefined : SAVE_AS_NEW}
      onSave={save}
      onClose={onClose}
    />
  );
}

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

/** Updates a template; returns whether it was saved, or the conflicting version of a colleague. */
function useUpdateTemplate() {
  const [mutate] = useMutation(UpdateEmailTemplate);
  return async (id: string, input: EmailTemplateChanges, ifUpdatedAt: string): Promise<SaveOutcome<TemplateValues>> => {
    const messages = { done: 'Template saved successfully', failed: 'Failed to save template' };
    return saveOutcome(await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), messages), templateValuesOf);
  };
}
