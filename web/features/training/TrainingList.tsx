import { Box, Button, Paper } from '@mui/material';
import { GraduationCap, Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { TrainingCategory } from '#contract/training.ts';
import { Permitted } from '#web/session/session.tsx';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { CardsSkeleton } from '#web/ui/lists/CardsSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import type { ItemAction } from './form/ItemDialogs.tsx';
import { TrainingCard } from './TrainingCard.tsx';
import { type ListedItem, useTrainingItems } from './use-training-items.ts';

/** Minimum width of a card in pixels. */
const CARD_WIDTH = 340;

type TrainingListProps = {
  category: TrainingCategory | null;
  search: string;
  onAdd: () => void;
  onAction: (act: ItemAction, item: ListedItem) => void;
  /** Takes the focus when the focused card is removed. */
  listRef: Ref<HTMLDivElement>;
};

/** The training items as cards. */
export function TrainingList({ category, search, onAdd, onAction, listRef }: TrainingListProps) {
  const { items, searching, error, retry, hasMore, more } = useTrainingItems(category, search);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!items) return <CardsSkeleton label="Loading AI training data..." showLabel width={CARD_WIDTH} height={266} />;
  return (
    <Box ref={listRef} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {items.length === 0 ? (
        <TrainingEmptyState isFiltered={search !== '' || category !== null} onAdd={onAdd} />
      ) : (
        <CardGrid label="Training data" fading={searching} width={CARD_WIDTH}>
          {items.map((item) => (
            <TrainingCard key={item.id} item={item} onAction={(act) => onAction(act, item)} />
          ))}
        </CardGrid>
      )}
      <LoadMore hasMore={hasMore && !searching} onMore={more} />
    </Box>
  );
}

function TrainingEmptyState({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: () => void }) {
  const first = (
    <Permitted to="trainingItem.change">
      <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={onAdd}>
        Add First Training Data
      </Button>
    </Permitted>
  );
  return (
    <Paper>
      <EmptyState
        icon={<GraduationCap size={18} />}
        title="No training data found"
        hint={isFiltered ? 'Try a different search or category.' : 'The assistant answers from the training data you add here.'}
        action={isFiltered ? undefined : first}
      />
    </Paper>
  );
}
