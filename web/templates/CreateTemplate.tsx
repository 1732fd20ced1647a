import { TemplateDialog } from './TemplateDialog.tsx';
import { EMPTY_TEMPLATE, type TemplateValues } from './template-values.ts';
import { useCreateTemplate } from './use-create-template.ts';

type CreateTemplateProps = {
  /** Empty, or filled in from elsewhere. */
  start: TemplateValues;
  /** Names the draft. */
  subject: string;
  onClose: () => void;
};

/** The dialog that adds a template. */
export function CreateTemplate({ start, subject, onClose }: CreateTemplateProps) {
  const create = useCreateTemplate();
  return <TemplateDialog title="Create Template" start={start} subject={subject} base={EMPTY_TEMPLATE} onSave={create} onClose={onClose} />;
}
