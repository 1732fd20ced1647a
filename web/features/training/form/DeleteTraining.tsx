import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { useDeleteTraining } from './use-delete-training.ts';

const DeleteTraining_item = graphql(`
  fragment DeleteTraining_item on TrainingItem {
    id
    title
  }
`);

type DeleteTrainingProps = { id: string; item: FragmentType<typeof DeleteTraining_item>; onClose: () => void };

/** Asks once before an item is deleted. */
export function DeleteTraining({ id, item, onClose }: DeleteTrainingProps) {
  const { data } = useFragment({ fragment: DeleteTraining_item, from: item });
  // Once it is gone it has no title any more; the question keeps it.
  const [title] = useState(data.title);
  const remove = useDeleteTraining();
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      action={{ label: 'Delete', pending: 'Deleting...' }}
      onConfirm={() => remove(id)}
      onClose={onClose}
    >
      The assistant will no longer answer from it. Answers that stand on it keep it.
    </ConfirmDialog>
  );
}
