import { useState } from 'react';
import type { ListedItem } from '../use-training-items.ts';
import { DeleteTraining } from './DeleteTraining.tsx';
import { EditTraining } from './EditTraining.tsx';
import type { Unsaved } from './TrainingDialog.tsx';

/** What can be done with an item in a dialog. */
export type ItemAction = 'edit' | 'delete';
export type ItemDialog = { act: ItemAction; item: ListedItem };

/** The dialog of what one is about to do with an item. It remembers what was typed into those that were closed. */
export function ItemDialogs({ task, onClose }: { task: ItemDialog | null; onClose: () => void }) {
  const [typed] = useState(() => new Map<string, Unsaved>());
  if (task === null) return null;
  const { act, item } = task;
  if (act === 'delete') return <DeleteTraining id={item.id} item={item} onClose={onClose} />;
  return (
    <EditTraining
      id={item.id}
      item={item}
      unsaved={typed.get(item.id) ?? {}}
      onClose={(unsaved) => {
        typed.set(item.id, unsaved);
        onClose();
      }}
    />
  );
}
