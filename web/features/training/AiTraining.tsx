import { Button } from '@mui/material';
import { Import, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { useAddressSearch } from '#web/lib/use-address-search.ts';
import { useFocusKept } from '#web/lib/use-focus-kept.ts';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListBar } from '#web/ui/lists/ListBar.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { CategoryCards } from './CategoryCards.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import type { ItemTask } from './form/ItemDialogs.tsx';
import { itemDialogs } from './form/item-dialogs.ts';
import { TrainingList } from './TrainingList.tsx';
import { useCategory } from './use-category.ts';

const addTraining = later(() => import('./form/AddTraining.tsx').then((m) => m.AddTraining));
const importCallRail = later(() => import('./import/ImportCallRail.tsx').then((m) => m.ImportCallRail));

/** The AI Training Data screen: what the assistant answers from. */
export function AiTraining() {
  const { search, words, type } = useAddressSearch();
  const { category, choose } = useCategory();
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const [task, setTask] = useState<ItemTask | null>(null);
  const close = () => setDialog(null);
  const stop = () => setTask(null);
  const AddTraining = usePart(addTraining, dialog === 'add', close);
  const ImportCallRail = usePart(importCallRail, dialog === 'import', close);
  const ItemDialogs = usePart(itemDialogs, task !== null, stop);
  const list = useRef<HTMLDivElement>(null);
  useFocusKept(task !== null, list);
  return (
    <PageFrame
      title="AI Training Data"
      hint="What the assistant knows and how well it served"
      actions={
        <>
          <ExportMenu noun="trainingItem" where={{ ...(search && { matches: search }), ...(category && { category: { eq: category } }) }} />
          <Button
            {...ahead(importCallRail)}
            variant="outlined"
            startIcon={<Import size={18} aria-hidden />}
            onClick={() => setDialog('import')}
          >
            Import CallRail
          </Button>
          <Button {...ahead(addTraining)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setDialog('add')}>
            Add Training Data
          </Button>
        </>
      }
    >
      <CategoryCards chosen={category} onChoose={choose} />
      <ListBar search={<SearchField label="Search training data" placeholder="Search training data..." value={words} onChange={type} />}>
        <CategorySelect value={category} onChange={choose} />
      </ListBar>
      <TrainingList
        category={category}
        search={search}
        onAdd={() => setDialog('add')}
        onAct={(act, item) => setTask({ act, item })}
        listRef={list}
      />
      {AddTraining && <AddTraining open={dialog === 'add'} onClose={close} />}
      {ItemDialogs && <ItemDialogs task={task} onClose={stop} />}
      {dialog === 'import' && ImportCallRail && <ImportCallRail onClose={close} />}
    </PageFrame>
  );
}
