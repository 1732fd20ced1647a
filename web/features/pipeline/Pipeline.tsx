import { ImportButton } from '#web/import/ImportButton.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { AddLead } from './lead/AddLead.tsx';
import { PipelineBoard } from './PipelineBoard.tsx';
import { PipelineSkeleton } from './PipelineSkeleton.tsx';
import { usePipeline } from './use-pipeline.ts';

/** The Sales Pipeline screen. */
export function Pipeline() {
  const { loaded, error, load, loads } = usePipeline();
  return (
    <PageLayout
      title="Sales Pipeline"
      hint="Drag and drop leads between stages"
      actions={
        <>
          <ImportButton noun="lead" />
          <ExportMenu noun="lead" />
          <AddLead />
        </>
      }
    >
      {loaded && <PipelineBoard loads={loads} onReload={load} />}
      {!loaded && error !== null && <ErrorPanel error={error} onRetry={load} />}
      {!loaded && error === null && <PipelineSkeleton />}
    </PageLayout>
  );
}
