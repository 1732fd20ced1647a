import { Box, Skeleton, Typography } from '@mui/material';
import { CardGrid, CardItem } from './CardGrid.tsx';

type CardsSkeletonProps = {
  label: string;
  /** Shows the label in the first card. */
  showLabel?: boolean;
  cards?: number;
  /** The minimum width and the height of a card, in pixels. */
  width?: number;
  height: number;
};

/** A grid of cards that is loading. */
export function CardsSkeleton({ label, showLabel, cards = 6, width, height }: CardsSkeletonProps) {
  return (
    <Box role="status" aria-label={label}>
      <CardGrid label="Loading" width={width}>
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id and are never reordered
          <CardItem key={card} height={height}>
            {showLabel && card === 0 ? (
              <Typography sx={{ color: 'text.secondary' }}>{label}</Typography>
            ) : (
              <Skeleton width="60%" height={20} />
            )}
            <Skeleton height={height - 96} />
            <Skeleton width="40%" height={20} />
          </CardItem>
        ))}
      </CardGrid>
    </Box>
  );
}
