import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { EMAIL_TYPE_LABELS } from '#contract/email-template.ts';
import { EmailTemplateForm } from '#contract/email-template-input.ts';
import { graphql } from '#web/gql/gql.ts';
import { TemplateDialog, type TemplateDraft } from '#web/templates/TemplateDialog.tsx';
import { EMPTY_TEMPLATE, type TemplateValues, templateValuesOf } from '#web/templates/template-values.ts';
import { useCreateTemplate } from '#web/templates/use-create-template.ts';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { SAVE_AS_NEW } from '#web/ui/states/save-as-new.ts';
import { changedFields, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { useUpdateTemplate } from './use-update-template.ts';

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
  draft: TemplateDraft;
  onClose: () => void;
};

/** The dialog that changes a template. Only what one changed is sent, so two people can edit different fields. */
export function EditTemplate({ id, template, draft, onClose }: EditTemplateProps) {
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
      draft={draft}
      notice={<EditConflictAlert what="template" edit={edit} fields={FIELDS} deleted={!complete} />}
      verb={complete ? undefined : SAVE_AS_NEW}
      onSave={save}
      onClose={onClose}
    />
  );
}
