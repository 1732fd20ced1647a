import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import type { TemplatesToPersonalizeQuery } from '#web/gql/graphql.ts';
import { SelectField } from '#web/ui/fields/SelectField.tsx';

const TemplatesToPersonalize = graphql(`
  query TemplatesToPersonalize {
    emailTemplates(first: 100) {
      nodes {
        id
        name
        ...PersonalizeEmail_template
      }
    }
  }
`);

/** A template that may be chosen. */
export type TemplateOption = TemplatesToPersonalizeQuery['emailTemplates']['nodes'][number];

type TemplateChoiceProps = { value: { id: string } | null; onChange: (template: TemplateOption) => void };

/** Which template to personalise, where one began with the customers. */
export function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const { data, error } = useQuery(TemplatesToPersonalize, { fetchPolicy: 'cache-and-network' });
  const templates = data?.emailTemplates.nodes ?? [];
  const missing = error
    ? 'Templates could not be loaded'
    : data && templates.length === 0
      ? 'No email templates found.'
      : 'Choose a template';
  return (
    <SelectField
      label="Template"
      value={templates.some(({ id }) => id === value?.id) ? (value?.id ?? '') : ''}
      options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        const chosen = templates.find((template) => template.id === id);
        if (chosen) onChange(chosen);
      }}
      placeholder={missing}
    />
  );
}
