import { useState } from 'react';
import { NewTrainingItem } from '#contract/training-input.ts';
import { TrainingDialog, type Unsaved } from './TrainingDialog.tsx';
import { EMPTY } from './training-values.ts';
import { useAddTraining } from './use-add-training.ts';

/** The Add Training Data dialog. */
export function AddTraining({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [unsaved, keep] = useState<Unsaved>({});
  const add = useAddTraining();
  if (!open) return null;
  return (
    <TrainingDialog
      title="Add Training Data"
      submit={{ label: 'Add Training Data', pending: 'Adding...' }}
      before={EMPTY}
      unsaved={unsaved}
      save={(typed) => add(NewTrainingItem.parse(typed))}
      onClose={(typed) => {
        keep(typed);
        onClose();
      }}
    />
  );
}
