import { Box, Skeleton } from '@mui/material';
import { LEAD_STAGES } from '#contract/lead.ts';
import { BoardSurface } from './board-surface.ts';
import { CARD_GAP, cardHeight } from './card/card.styles.ts';
import { ColumnSurface } from './column/column-surface.ts';

const CARDS = [0, 1, 2, 3];

/** Six columns that are still on their way, in the size of those to come. */
export function PipelineSkeleton() {
  return (
    <BoardSurface role="status" aria-label="Loading the pipeline">
      {LEAD_STAGES.map((stage) => (
        <ColumnSurface key={stage} stage={stage} data-testid="column-skeleton" aria-hidden>
          <header>
            <Skeleton variant="text" width="60%" height={20} />
            <Skeleton variant="text" width="40%" height={18} />
          </header>
          <Box sx={{ display: 'grid', gap: `${CARD_GAP}px`, p: '10px 6px' }}>
            {CARDS.map((card) => (
              <Skeleton key={card} variant="rounded" height={cardHeight(stage)} sx={{ borderRadius: '10px', opacity: 1 - card * 0.2 }} />
            ))}
          </Box>
        </ColumnSurface>
      ))}
    </BoardSurface>
  );
}
