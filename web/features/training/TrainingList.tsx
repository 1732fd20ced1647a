import { Box, Button, Typography } from '@mui/material';
import { GraduationCap } from 'lucide-react';
import type { TrainingCategory } from '#contract/training-words.ts';
import { useLater } from '#web/lib/use-later.ts';
import { CardGrid } from '#web/ui/CardGrid.tsx';
import { confirmDialog } from '#web/ui/confirm-dialog.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { MoreBelow } from '#web/ui/MoreBelow.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { editTraining } from './form/edit-training.ts';
import { TrainingCard } from './TrainingCard.tsx';
import { useTrainingItems } from './use-training-items.ts';

type TrainingListProps = { category: TrainingCategory | null; search: string; onAdd: () => void };

/** The cards of what the assistant answers from. */
export function TrainingList({ category, search, onAdd }: TrainingListProps) {
  const { items, searching, error, retry, hasMore, loadingMore, more } = useTrainingItems(category, search);
  useLater(editTraining, false);
  useLater(confirmDialog, false);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!items) return <Loading />;
  if (items.length === 0) return <Nothing narrowed={search !== '' || category !== null} onAdd={onAdd} />;
  return (
    <>
      <CardGrid label="Training data" fading={searching} width={340}>
        {items.map((item) => (
          <TrainingCard key={item.id} item={item} />
        ))}
      </CardGrid>
      <MoreBelow hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </>
  );
}

function Loading() {
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: 320 }}>
      <Typography sx={{ color: 'text.secondary' }}>Loading AI training data...</Typography>
    </Box>
  );
}

function Nothing({ narrowed, onAdd }: { narrowed: boolean; onAdd: () => void }) {
  const first = (
    <Button variant="contained" onClick={onAdd}>
      Add First Training Data
    </Button>
  );
  return (
    <Panel>
      <EmptyState
        icon={<GraduationCap size={18} />}
        title="No training data found"
        hint={narrowed ? 'Nothing matches your search and category.' : 'What you add here is what the assistant answers from.'}
        action={narrowed ? undefined : first}
      />
    </Panel>
  );
}
