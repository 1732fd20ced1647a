import { useQuery } from '@apollo/client/react';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { UserX } from 'lucide-react';
import { useId } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { EditLeadForm } from './EditLeadForm.tsx';
import { EditLeadSkeleton } from './EditLeadSkeleton.tsx';

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
  const loading = !data && !error;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={data?.lead || loading ? 'md' : 'sm'} aria-labelledby={titleId}>
      {data?.lead && <EditLeadForm titleId={titleId} lead={data.lead} id={id} onClose={onClose} />}
      {!data?.lead && (
        <>
          <DialogTitle id={titleId}>Edit Lead</DialogTitle>
          <DialogContent>
            {loading && <EditLeadSkeleton />}
            {!data && error && <ErrorPanel error={error} onRetry={() => void refetch().catch(() => undefined)} />}
            {data && <EmptyState icon={<UserX size={18} />} title="This lead is gone" hint="Somebody removed it in the meantime." />}
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" onClick={onClose}>
              {loading ? 'Cancel' : 'Close'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
