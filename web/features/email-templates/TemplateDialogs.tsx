import { useState } from 'react';
import { CreateTemplate } from '#web/templates/CreateTemplate.tsx';
import type { TemplateDraft } from '#web/templates/TemplateDialog.tsx';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { EditTemplate } from './EditTemplate.tsx';
import { PersonalizeEmail } from './personalize/PersonalizeEmail.tsx';
import type { ListedTemplate } from './use-templates.ts';

/** What one is about to do. Personalising may begin without a template: it is chosen there. */
export type TemplateTask =
  | { act: 'create'; start: TemplateValues }
  | { act: 'edit' | 'delete'; template: ListedTemplate }
  | { act: 'personalize'; template: ListedTemplate | null };

/** The dialog of what one is about to do. It remembers what was typed into those that were closed. */
export function TemplateDialogs({ task, onClose }: { task: TemplateTask | null; onClose: () => void }) {
  const [drafts] = useState(() => new Map<string, TemplateValues>());
  const draftOf = (key: string): TemplateDraft => ({
    values: drafts.get(key) ?? null,
    save: (values) => {
      if (values) drafts.set(key, values);
      else drafts.delete(key);
    },
  });

  switch (task?.act) {
    case 'create':
      return <CreateTemplate start={task.start} draft={draftOf(`new ${task.start.body}`)} onClose={onClose} />;
    case 'edit':
      return <EditTemplate id={task.template.id} template={task.template} draft={draftOf(task.template.id)} onClose={onClose} />;
    case 'delete':
      return <DeleteTemplate id={task.template.id} template={task.template} onClose={onClose} />;
    case 'personalize':
      return <PersonalizeEmail template={task.template} onClose={onClose} />;
    default:
      return null;
  }
}
