import { useQuery } from '@apollo/client/react';
import { Button, Dialog, DialogActions, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { ItemDialogs } from './ItemDialogs.tsx';

export const LinkedTrainingItem = graphql(`
  query LinkedTrainingItem($id: ID!) {
    trainingItem(id: $id) {
      id
      ...TrainingCard_item
      ...EditTraining_item
      ...DeleteTraining_item
    }
  }
`);

/** The dialog of the item that the URL names, such as that of a source of a reply. */
export function LinkedItem({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, loading, error } = useQuery(LinkedTrainingItem, { variables: { id } });
  const titleId = useId();
  if (loading) return null;
  if (data?.trainingItem) return <ItemDialogs task={{ act: 'edit', item: data.trainingItem }} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {error
          ? 'Couldn’t load the training item.'
          : 'Training item not found. It may have been deleted, you may not see it, or the link is incomplete.'}
      </DialogTitle>
      <DialogActions>
        <Button variant="outlined" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
