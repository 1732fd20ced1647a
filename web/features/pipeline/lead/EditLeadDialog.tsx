import { useQuery } from '@apollo/client/react';
import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { EditLeadForm } from './EditLeadForm.tsx';

const LeadToEdit = graphql(`
  query LeadToEdit($id: ID!) {
    lead(id: $id) {
      id
      ...EditLeadForm_lead
    }
  }
`);

/** A lead one opened: its fields to change, and its numbers. */
export function EditLeadDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(LeadToEdit, { variables: { id }, fetchPolicy: 'cache-and-network' });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      {data?.lead && <EditLeadForm titleId={titleId} lead={data.lead} id={id} onClose={onClose} />}
      {!data?.lead && <DialogTitle id={titleId}>Edit Lead</DialogTitle>}
      {!data?.lead && (
        <DialogContent sx={{ minHeight: 440 }}>
          {error && <ErrorPanel error={error} onRetry={refetch} />}
          {!error && !data && <SkeletonBlock height={400} />}
          {data && <EmptyState title="This lead is gone" hint="Somebody removed it in the meantime." />}
        </DialogContent>
      )}
    </Dialog>
  );
}
