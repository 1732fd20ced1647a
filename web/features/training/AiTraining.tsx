import { Button } from '@mui/material';
import { Import, Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { TRAINING_CATEGORIES, type TrainingCategory } from '#contract/training.ts';
import { ImportButton } from '#web/import/ImportButton.tsx';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { useFocusFallback } from '#web/lib/use-focus-fallback.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { Permitted, useMay, useSessionAccess } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { CategoryCards, CategorySelect } from './CategoryCards.tsx';
import type { ItemDialog } from './form/ItemDialogs.tsx';
import { TrainingList } from './TrainingList.tsx';

const ItemDialogs = lazyWithPreload(() => import('./form/ItemDialogs.tsx').then((m) => m.ItemDialogs));

const LinkedItem = lazyWithPreload(() => import('./form/LinkedItem.tsx').then((m) => m.LinkedItem));
const AddTraining = lazyWithPreload(() => import('./form/AddTraining.tsx').then((m) => m.AddTraining));
const ImportCallRail = lazyWithPreload(() => import('./import/ImportCallRail.tsx').then((m) => m.ImportCallRail));

const UnansweredQuestions = lazyWithPreload(() => import('./learning/UnansweredQuestions.tsx').then((m) => m.UnansweredQuestions));
const PhrasingProposals = lazyWithPreload(() => import('./learning/PhrasingProposals.tsx').then((m) => m.PhrasingProposals));

const TABS = [
  { tab: 'items', label: 'Training data', code: null },
  { tab: 'unanswered', label: 'Unanswered questions', code: UnansweredQuestions },
  { tab: 'proposals', label: 'Suggested phrasings', code: PhrasingProposals },
] as const;
type TrainingTab = (typeof TABS)[number]['tab'];

/** Suggested phrasings quote anybody's replies, and whoever sees them accepts or declines them. */
function useTabs(): readonly (typeof TABS)[number][] {
  const { readScopes } = useSessionAccess();
  const seesAllReplies = readScopes?.some(({ noun, scope }) => noun === 'aiResponse' && scope === 'all') ?? true;
  return useMay('trainingItem.change') && seesAllReplies ? TABS : TABS.filter(({ tab }) => tab !== 'proposals');
}

/** The AI Training Data screen. */
export function AiTraining() {
  const { search, text, setText } = useSearchParam();
  const { getOneOf, set } = useFilterParam<'category' | 'tab'>();
  const tabs = useTabs();
  const tab =
    getOneOf(
      'tab',
      tabs.map((each) => each.tab),
    ) ?? 'items';
  const openTab = (next: TrainingTab) => set('tab', next === 'items' ? null : next, { push: true, clear: ['category', 'search'] });
  const category = getOneOf('category', TRAINING_CATEGORIES);
  const choose = (next: TrainingCategory | null) => set('category', next);
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const [task, setTask] = useState<ItemDialog | null>(null);
  const linked = useDrawerParam('item');
  const close = () => setDialog(null);
  const stop = () => setTask(null);
  usePreloadWhenIdle(AddTraining, ImportCallRail, ItemDialogs, UnansweredQuestions, PhrasingProposals);
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
          <ImportButton entity="trainingItem" />
          <Permitted to="transcription.import">
            <Button
              {...preloadOnIntent(ImportCallRail)}
              variant="outlined"
              startIcon={<Import size={18} aria-hidden />}
              onClick={() => setDialog('import')}
            >
              Import CallRail
            </Button>
          </Permitted>
          <Permitted to="trainingItem.change">
            <Button
              {...preloadOnIntent(AddTraining)}
              variant="contained"
              startIcon={<Plus size={18} aria-hidden />}
              onClick={() => setDialog('add')}
            >
              Add Training Data
            </Button>
          </Permitted>
        </>
      }
    >
      <PageTabs label="Training" tabs={tabs} open={tab} onOpen={openTab}>
        {tab === 'items' && (
          <>
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
          </>
        )}
        {tab === 'unanswered' && (
          <Suspense fallback={<ListSkeleton label="Loading questions..." height={96} />}>
            <UnansweredQuestions />
          </Suspense>
        )}
        {tab === 'proposals' && (
          <Suspense fallback={<ListSkeleton label="Loading suggestions..." height={96} />}>
            <PhrasingProposals />
          </Suspense>
        )}
      </PageTabs>
      <LazyOverlay onError={close}>{dialog === 'add' && <AddTraining onClose={close} />}</LazyOverlay>
      <LazyOverlay open={task !== null} onError={stop}>
        <ItemDialogs task={task} onClose={stop} />
      </LazyOverlay>
      <LazyOverlay onError={linked.close}>{linked.opened && <LinkedItem id={linked.opened} onClose={linked.close} />}</LazyOverlay>
      <LazyOverlay onError={close}>{dialog === 'import' && <ImportCallRail onClose={close} />}</LazyOverlay>
    </PageLayout>
  );
}
