import { Button } from '@mui/material';
import { Import, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { TRAINING_CATEGORIES, type TrainingCategory } from '#contract/training.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { useFocusFallback } from '#web/lib/use-focus-fallback.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CategoryCards, CategorySelect } from './CategoryCards.tsx';
import type { ItemDialog } from './form/ItemDialogs.tsx';
import { TrainingList } from './TrainingList.tsx';

const ItemDialogs = lazyWithPreload(() => import('./form/ItemDialogs.tsx').then((m) => m.ItemDialogs));

const LinkedItem = lazyWithPreload(() => import('./form/LinkedItem.tsx').then((m) => m.LinkedItem));
const AddTraining = lazyWithPreload(() => import('./form/AddTraining.tsx').then((m) => m.AddTraining));
const ImportCallRail = lazyWithPreload(() => import('./import/ImportCallRail.tsx').then((m) => m.ImportCallRail));

/** The AI Training Data screen. */
export function AiTraining() {
  const { search, text, setText } = useSearchParam();
  const { getOneOf, set } = useFilterParam<'category'>();
  const category = getOneOf('category', TRAINING_CATEGORIES);
  const choose = (next: TrainingCategory | null) => set('category', next);
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const [task, setTask] = useState<ItemDialog | null>(null);
  const linked = useDrawerParam('item');
  const close = () => setDialog(null);
  const stop = () => setTask(null);
  usePreloadWhenIdle(AddTraining, ImportCallRail, ItemDialogs);
  const list = useRef<HTMLDivElement>(null);
  useFocusFallback(task !== null, list);
  return (
    <PageLayout
      title="AI Training Data"
      hint="What the assistant knows, and how well it works"
      actions={
        <>
          <ExportMenu
            entity="trainingItem"
            where={{ ...(search && { matches: search }), ...(category && { category: { eq: category } }) }}
          />
          <Button
            {...preloadOnIntent(ImportCallRail)}
            variant="outlined"
            startIcon={<Import size={18} aria-hidden />}
            onClick={() => setDialog('import')}
          >
            Import CallRail
          </Button>
          <Button
            {...preloadOnIntent(AddTraining)}
            variant="contained"
            startIcon={<Plus size={18} aria-hidden />}
            onClick={() => setDialog('add')}
          >
            Add Training Data
          </Button>
        </>
      }
    >
      <CategoryCards chosen={category} onChoose={choose} />
      <ListToolbar
        search={<SearchField label="Search training data" placeholder="Search training data..." value={text} onChange={setText} />}
      >
        <CategorySelect value={category} onChange={choose} />
      </ListToolbar>
      <TrainingList
        category={category}
        search={search}
        onAdd={() => setDialog('add')}
        onAction={(act, item) => setTask({ act, item })}
        listRef={list}
      />
      <LazyOverlay open={dialog === 'add'} onError={close}>
        <AddTraining open={dialog === 'add'} onClose={close} />
      </LazyOverlay>
      <LazyOverlay open={task !== null} onError={stop}>
        <ItemDialogs task={task} onClose={stop} />
      </LazyOverlay>
      <LazyOverlay onError={linked.close}>{linked.opened && <LinkedItem id={linked.opened} onClose={linked.close} />}</LazyOverlay>
      <LazyOverlay onError={close}>{dialog === 'import' && <ImportCallRail onClose={close} />}</LazyOverlay>
    </PageLayout>
  );
}
