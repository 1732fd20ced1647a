import { Button } from '@mui/material';
import { Import, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { useFocusFallback } from '#web/lib/use-focus-fallback.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CategoryCards, CategorySelect } from './CategoryCards.tsx';
import type { ItemDialog } from './form/ItemDialogs.tsx';
import { itemDialogs } from './form/item-dialogs.ts';
import { TrainingList } from './TrainingList.tsx';
import { useCategory } from './use-category.ts';

const addTraining = later(() => import('./form/AddTraining.tsx').then((m) => m.AddTraining));
const importCallRail = later(() => import('./import/ImportCallRail.tsx').then((m) => m.ImportCallRail));

/** The AI Training Data screen: what the assistant answers from. */
export function AiTraining() {
  const { search, words, type } = useSearchParam();
  const { category, choose } = useCategory();
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const [task, setTask] = useState<ItemDialog | null>(null);
  const close = () => setDialog(null);
  const stop = () => setTask(null);
  const AddTraining = usePart(addTraining, dialog === 'add', close);
  const ImportCallRail = usePart(importCallRail, dialog === 'import', close);
  const ItemDialogs = usePart(itemDialogs, task !== null, stop);
  const list = useRef<HTMLDivElement>(null);
  useFocusFallback(task !== null, list);
  return (
    <PageLayout
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
      <ListToolbar
        search={<SearchField label="Search training data" placeholder="Search training data..." value={words} onChange={type} />}
      >
        <CategorySelect value={category} onChange={choose} />
      </ListToolbar>
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
    </PageLayout>
  );
}
