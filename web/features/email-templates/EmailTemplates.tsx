import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { useFocusFallback } from '#web/lib/use-focus-fallback.ts';
import { EMPTY_TEMPLATE, type TemplateValues } from '#web/templates/template-values.ts';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CustomerCount } from './CustomerCount.tsx';
import { GenerateWithAi } from './generate/GenerateWithAi.tsx';
import type { TemplateTask } from './TemplateDialogs.tsx';
import { TemplateFilter } from './TemplateFilter.tsx';
import { TemplateList } from './TemplateList.tsx';
import { useTypeFilter } from './use-type-filter.ts';

const templateDialogs = later(() => import('./TemplateDialogs.tsx').then((m) => m.TemplateDialogs));

/** The emails that are written often: kept by type, filled in for each customer. */
export function EmailTemplates() {
  const [type, setType] = useTypeFilter();
  const [task, setTask] = useState<TemplateTask | null>(null);
  const stop = () => setTask(null);
  const TemplateDialogs = usePart(templateDialogs, task !== null, stop);
  const list = useRef<HTMLDivElement>(null);
  const create = (start: TemplateValues = type ? { ...EMPTY_TEMPLATE, type } : EMPTY_TEMPLATE) => setTask({ act: 'create', start });
  useFocusFallback(task !== null, list);

  return (
    <PageLayout
      title="Email Templates"
      hint="Write it once, fill it in for each customer"
      actions={
        <>
          <ExportMenu noun="emailTemplate" where={type && { type: { eq: type } }} />
          <CustomerCount onClick={() => setTask({ act: 'personalize', template: null })} />
          <GenerateWithAi onSave={create} />
          <Button {...ahead(templateDialogs)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => create()}>
            Create Template
          </Button>
        </>
      }
    >
      <TemplateFilter value={type} onChange={setType} />
      <TemplateList type={type} listRef={list} onCreate={() => create()} onAct={(act, template) => setTask({ act, template })} />
      {TemplateDialogs && <TemplateDialogs task={task} onClose={stop} />}
    </PageLayout>
  );
}
