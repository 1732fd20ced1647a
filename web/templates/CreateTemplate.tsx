import { TemplateDialog, type TemplateDraft } from './TemplateDialog.tsx';
import type { TemplateValues } from './template-values.ts';
import { useCreateTemplate } from './use-create-template.ts';

type CreateTemplateProps = { /** Empty, or filled in from elsewhere. */ start: TemplateValues; draft: TemplateDraft; onClose: () => void };

/** The dialog that adds a template. */
export function CreateTemplate({ start, draft, onClose }: CreateTemplateProps) {
  const create = useCreateTemplate();
  return <TemplateDialog title="Create Template" start={start} draft={draft} onSave={create} onClose={onClose} />;
}
