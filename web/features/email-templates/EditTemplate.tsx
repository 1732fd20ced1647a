import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { useState } from 'react';
import { EmailTemplateForm } from '#contract/email-template.ts';
import { graphql } from '#web/gql/gql.ts';
import { type KeptValues, TemplateDialog } from '#web/templates/TemplateDialog.tsx';
import { EMPTY_TEMPLATE, sameTemplate, type TemplateValues } from '#web/templates/template-values.ts';
import { useCreateTemplate } from '#web/templates/use-create-template.ts';
import { Meanwhile } from '#web/ui/states/Meanwhile.tsx';
import { SAVE_AS_NEW } from '#web/ui/states/save-as-new.ts';
import { useUpdateTemplate } from './use-update-template.ts';

const EditTemplate_template = graphql(`
  fragment EditTemplate_template on EmailTemplate {
    id
    name
    type
    subject
    body
  }
`);

type EditTemplateProps = {
  id: string;
  template: FragmentType<typeof EditTemplate_template>;
  draft: KeptValues;
  onClose: () => void;
};

/** The dialog that changes a template. Only what one changed is sent, so two people can edit different fields. */
export function EditTemplate({ id, template, draft, onClose }: EditTemplateProps) {
  const { data, complete } = useFragment({ fragment: EditTemplate_template, from: template });
  const now: TemplateValues | null = complete ? data : null;
  const [start] = useState(() => valuesOf(now ?? EMPTY_TEMPLATE));
  const update = useUpdateTemplate();
  const create = useCreateTemplate();
  const happened = now === null ? 'deleted' : sameTemplate(now, start) ? null : 'changed';

  const save = (values: EmailTemplateForm) => {
    if (happened === 'deleted') return create(values);
    const changed = Object.entries(values).filter(([field, value]) => value !== new Map(Object.entries(start)).get(field));
    return update(id, EmailTemplateForm.partial().parse(Object.fromEntries(changed)));
  };

  return (
    <TemplateDialog
      title="Edit Template"
      start={start}
      draft={draft}
      notice={<Meanwhile what="template" happened={happened} />}
      verb={happened === 'deleted' ? SAVE_AS_NEW : undefined}
      onSave={save}
      onClose={onClose}
    />
  );
}

const valuesOf = ({ name, type, subject, body }: TemplateValues): TemplateValues => ({ name, type, subject, body });
