import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { useState } from 'react';
import { NewTrainingItem, TrainingItemChanges } from '#contract/training.ts';
import { graphql } from '#web/gql/gql.ts';
import { Meanwhile } from '#web/ui/states/Meanwhile.tsx';
import { SAVE_AS_NEW } from '#web/ui/states/save-as-new.ts';
import { TrainingDialog, type Unsaved } from './TrainingDialog.tsx';
import { typedAnew, valuesOf } from './training-values.ts';
import { useAddTraining } from './use-add-training.ts';
import { useUpdateTraining } from './use-update-training.ts';

const EditTraining_item = graphql(`
  fragment EditTraining_item on TrainingItem {
    id
    title
    category
    content
    tags
  }
`);

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
  const [before] = useState(() => valuesOf(data));
  const hasChanged = complete && Object.keys(typedAnew(before, valuesOf(data))).length > 0;
  return (
    <TrainingDialog
      title="Edit Training Data"
      submit={{ label: complete ? 'Save' : SAVE_AS_NEW, pending: 'Saving...' }}
      before={before}
      unsaved={unsaved}
      notice={<Meanwhile what="item" happened={complete ? (hasChanged ? 'changed' : null) : 'deleted'} />}
      save={async (typed) => {
        if (!complete) return add(NewTrainingItem.parse(typed));
        const changed = TrainingItemChanges.parse(typedAnew(before, typed));
        return Object.keys(changed).length === 0 || update(id, changed);
      }}
      onClose={onClose}
    />
  );
}
