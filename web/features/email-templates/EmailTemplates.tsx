import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { EMAIL_TYPES } from '#contract/email-template.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { useFocusFallback } from '#web/lib/use-focus-fallback.ts';
import { Permitted } from '#web/session/session.tsx';
import { EMPTY_TEMPLATE, type TemplateValues } from '#web/templates/template-values.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CustomerCount } from './CustomerCount.tsx';
import { GenerateWithAi } from './generate/GenerateWithAi.tsx';
import type { TemplateTask } from './TemplateDialogs.tsx';
import { TemplateFilter } from './TemplateFilter.tsx';
import { TemplateList } from './TemplateList.tsx';

const TemplateDialogs = lazyWithPreload(() => import('./TemplateDialogs.tsx').then((m) => m.TemplateDialogs));

/** The Email Templates screen. */
export function EmailTemplates() {
  const { getOneOf, set } = useFilterParam<'type'>();
  const type = getOneOf('type', EMAIL_TYPES);
  const [task, setTask] = useState<TemplateTask | null>(null);
  const stop = () => setTask(null);
  usePreloadWhenIdle(TemplateDialogs);
  const list = useRef<HTMLDivElement>(null);
  const create = (start: TemplateValues = type ? { ...EMPTY_TEMPLATE, type } : EMPTY_TEMPLATE) => setTask({ act: 'create', start });
  useFocusFallback(task !== null, list);

  return (
    <PageLayout
      title="Email Templates"
      hint="Write once, personalize for each customer"
      actions={
        <>
          <ExportMenu entity="emailTemplate" where={type && { type: { eq: type } }} />
          <Permitted to="customer.read">
            <CustomerCount onClick={() => setTask({ act: 'personalize', template: null })} />
          </Permitted>
          <Permitted to="emailTemplate.change">
            <GenerateWithAi onSave={create} />
            <Button
              {...preloadOnIntent(TemplateDialogs)}
              variant="contained"
              startIcon={<Plus size={18} aria-hidden />}
              onClick={() => create()}
            >
              Create Template
            </Button>
          </Permitted>
        </>
      }
    >
      <TemplateFilter value={type} onChange={(next) => set('type', next)} />
      <TemplateList type={type} listRef={list} onCreate={() => create()} onAction={(act, template) => setTask({ act, template })} />
      <LazyOverlay open={task !== null} onError={stop}>
        <TemplateDialogs task={task} onClose={stop} />
      </LazyOverlay>
    </PageLayout>
  );
}
