import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { TRAINING_CATEGORY_LABELS } from '#contract/training.ts';
import { NewTrainingItem, TrainingItemChanges } from '#contract/training-input.ts';
import { graphql } from '#web/gql/gql.ts';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { SAVE_AS_NEW } from '#web/ui/states/save-as-new.ts';
import { useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { TrainingDialog, type Unsaved } from './TrainingDialog.tsx';
import { dirtyValues, type TrainingValues, valuesOf } from './training-values.ts';
import { useAddTraining } from './use-add-training.ts';
import { useUpdateTraining } from './use-update-training.ts';

const EditTraining_item = graphql(`
  fragment EditTraining_item on TrainingItem {
    id
    title
    category
    content
    tags
    updatedAt
  }
`);

const CATEGORY_LABELS = new Map<string, string>(Object.entries(TRAINING_CATEGORY_LABELS));
const FIELDS = [
  { name: 'title', label: 'Title' },
  { name: 'category', label: 'Category', show: (category: string) => CATEGORY_LABELS.get(category) ?? category },
  { name: 'content', label: 'Content' },
  { name: 'tags', label: 'Tags' },
] as const;

type EditTrainingProps = {
  id: string;
  item: FragmentType<typeof EditTraining_item>;
  unsaved: Unsaved;
  onClose: (unsaved: Unsaved) => void;
};

/** An item's fields as they were when it was opened. Only what one changed is sent. */
export function EditTraining({ id, item, unsaved, onClose }: EditTrainingProps) {
  const { data, complete } = useFragment({ fragment: EditTraining_item, from: item });
  const update = useUpdateTraining();
  const add = useAddTraining();
  const edit = useEditConflict<TrainingValues>({ values: valuesOf(data), updatedAt: data.updatedAt ?? '' });
  return (
    <TrainingDialog
      title="Edit Training Data"
      submit={{ label: complete ? 'Save' : SAVE_AS_NEW, pending: 'Saving...' }}
      before={edit.base}
      unsaved={unsaved}
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
