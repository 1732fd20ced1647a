import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { AddLead } from './AddLead.tsx';
import { PipelineBoard } from './PipelineBoard.tsx';
import { PipelineSkeleton } from './PipelineSkeleton.tsx';

const PipelineDocument = graphql(`
  query Pipeline {
    pipeline {
      ...PipelineChanges_pipeline
      columns {
        ...StageColumn_column
        leads(first: 50) {
          edges {
            node {
              ...BoardLead
            }
          }
        }
      }
    }
  }
`);

/** The Sales Pipeline screen. */
export function Pipeline() {
  const { data, error, refetch } = useQuery(PipelineDocument);
  return (
    <PageFrame title="Sales Pipeline" hint="Drag and drop leads between stages" actions={<AddLead />}>
      {data && <PipelineBoard onResync={refetch} />}
      {!data && error && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <PipelineSkeleton />}
    </PageFrame>
  );
}
