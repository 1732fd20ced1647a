import { Box, Button, Paper } from '@mui/material';
import { GraduationCap, Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { TrainingCategory } from '#contract/training.ts';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { CardGridSkeleton } from '#web/ui/lists/CardGridSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import type { ItemAction } from './form/ItemDialogs.tsx';
import { TrainingCard } from './TrainingCard.tsx';
import { type ListedItem, useTrainingItems } from './use-training-items.ts';

/** Pixels a card needs at least. */
const WIDTH = 340;

type TrainingListProps = {
  category: TrainingCategory | null;
  search: string;
  onAdd: () => void;
  onAct: (act: ItemAction, item: ListedItem) => void;
  /** Takes the focus where a card that had it is gone. */
  listRef: Ref<HTMLDivElement>;
};

/** The cards of what the assistant answers from. */
export function TrainingList({ category, search, onAdd, onAct, listRef }: TrainingListProps) {
  const { items, searching, error, retry, hasMore, loadingMore, more } = useTrainingItems(category, search);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!items) return <CardGridSkeleton words="Loading AI training data..." width={WIDTH} title={40} parts={[60, 20, 36, 30]} />;
  return (
    <Box ref={listRef} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {items.length === 0 ? (
        <Nothing narrowed={search !== '' || category !== null} onAdd={onAdd} />
      ) : (
        <CardGrid label="Training data" fading={searching} width={WIDTH}>
          {items.map((item) => (
            <TrainingCard key={item.id} item={item} onAct={(act) => onAct(act, item)} />
          ))}
        </CardGrid>
      )}
      <LoadMore hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </Box>
  );
}

function Nothing({ narrowed, onAdd }: { narrowed: boolean; onAdd: () => void }) {
  const first = (
    <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={onAdd}>
      Add First Training Data
    </Button>
  );
  return (
    <Paper>
      <EmptyState
        icon={<GraduationCap size={18} />}
        title="No training data found"
        hint={narrowed ? 'Nothing matches your search and category.' : 'What you add here is what the assistant answers from.'}
        action={narrowed ? undefined : first}
      />
    </Paper>
  );
}
