import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { TRAINING_CATEGORY_LABELS } from '#contract/training.ts';
import { NewTrainingItem, TrainingItemChanges } from '#contract/training-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useMay } from '#web/session/session.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { EditConflictAlert, SAVE_AS_NEW } from '#web/ui/states/EditConflictAlert.tsx';
import { useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import type { ListedItem } from '../use-training-items.ts';
import { useAddTraining } from './AddTraining.tsx';
import { TrainingDialog } from './TrainingDialog.tsx';
import { dirtyValues, type TrainingValues, valuesOf } from './training-values.ts';
import { useUpdateTraining } from './use-update-training.ts';

export type ItemAction = 'edit' | 'delete';
export type ItemDialog = { act: ItemAction; item: ListedItem };

/** The dialog of an item. */
export function ItemDialogs({ task, onClose }: { task: ItemDialog | null; onClose: () => void }) {
  if (task === null) return null;
  const { act, item } = task;
  const Dialog = act === 'delete' ? DeleteTraining : EditTraining;
  return <Dialog id={item.id} item={item} onClose={onClose} />;
}

const EditTraining_item = graphql(`
  fragment EditTraining_item on TrainingItem {
    id
    title
    category
    content
    tags
    alsoAskedAs
    updatedAt
  }
`);

const CATEGORY_LABELS = new Map<string, string>(Object.entries(TRAINING_CATEGORY_LABELS));
const FIELDS = [
  { name: 'title', label: 'Title' },
  { name: 'category', label: 'Category', show: (category: string) => CATEGORY_LABELS.get(category) ?? category },
  { name: 'content', label: 'Content' },
  { name: 'tags', label: 'Tags' },
  { name: 'alsoAskedAs', label: 'Also asked as' },
] as const;

type EditTrainingProps = {
  id: string;
  item: FragmentType<typeof EditTraining_item>;
  onClose: () => void;
};

/** The Edit Training Data dialog, to read for those who may not change it. Only changed fields are sent. */
function EditTraining({ id, item, onClose }: EditTrainingProps) {
  const { data, complete } = useFragment({ fragment: EditTraining_item, from: item });
  const update = useUpdateTraining();
  const add = useAddTraining();
  const mayChange = useMay('trainingItem.change');
  const edit = useEditConflict<TrainingValues>({ values: valuesOf(data), updatedAt: data.updatedAt ?? '' });
  return (
    <TrainingDialog
      title={mayChange ? 'Edit Training Data' : 'Training Data'}
      mayChange={mayChange}
      submit={{ label: complete ? 'Save' : SAVE_AS_NEW, pending: 'Saving...' }}
      before={edit.base}
      subject={`training-item/${id}`}
      onRestore={edit.resume}
      notice={<EditConflictAlert what="item" edit={edit} fields={FIELDS} deleted={!complete} />}
      save={async (typed) => {
        if (!complete) return add(NewTrainingItem.parse(typed));
        const changed = TrainingItemChanges.parse(dirtyValues(edit.base, typed));
        return Object.keys(changed).length === 0 || edit.save(typed, (ifUpdatedAt) => update(id, changed, ifUpdatedAt));
      }}
      onClose={onClose}
    />
  );
}

const DeleteTraining_item = graphql(`
  fragment DeleteTraining_item on TrainingItem {
    id
    title
  }
`);

type DeleteTrainingProps = { id: string; item: FragmentType<typeof DeleteTraining_item>; onClose: () => void };

/** Confirms deleting an item. */
function DeleteTraining({ id, item, onClose }: DeleteTrainingProps) {
  const { data } = useFragment({ fragment: DeleteTraining_item, from: item });
  // Deleting evicts the item from the cache; the dialog keeps its title.
  const [title] = useState(data.title);
  const remove = useDeleteTraining();
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      action={{ label: 'Delete', pending: 'Deleting...' }}
      onConfirm={() => remove(id)}
      onClose={onClose}
    >
      The assistant will stop using it. Existing responses keep their citations.
    </ConfirmDialog>
  );
}

const DeleteTrainingItem = graphql(`
  mutation DeleteTrainingItem($id: ID!) {
    deleteTrainingItem(id: $id) {
      ... on TrainingItem {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RestoreTrainingItem = graphql(`
  mutation RestoreTrainingItem($id: ID!) {
    restoreTrainingItem(id: $id) {
      ... on TrainingItem {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Deletes an item and offers to undo that; returns whether it worked. */
function useDeleteTraining() {
  const [remove, { client }] = useMutation(DeleteTrainingItem, { fetchPolicy: 'no-cache' });
  const [restore] = useMutation(RestoreTrainingItem);
  return async (id: string): Promise<boolean> => {
    const removed = await runMutation(remove({ variables: { id } }), { failed: 'Failed to delete training data' });
    if (!removed) return false;
    client.cache.evict({ id: client.cache.identify(removed) });
    const undo = () =>
      runMutation(restore({ variables: { id } }), { done: 'Training data restored', failed: 'Failed to restore training data' });
    notify({ title: 'Success', description: 'Training data deleted successfully', tone: 'success', action: { label: 'Undo', run: undo } });
    return true;
  };
}
