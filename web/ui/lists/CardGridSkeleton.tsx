import { Box, Skeleton, Typography } from '@mui/material';
import { CardGrid, CardItem } from './CardGrid.tsx';

const CARDS = [1, 2, 3, 4, 5, 6];

type CardGridSkeletonProps = {
  label: string;
  /** Pixels a card needs at least, as in the grid to come. */
  width: number;
  /** Pixels of a card's title, and of each of its parts below. */
  title?: number;
  parts: readonly number[];
};

/** The places of cards that are still on their way, in their size; the words stand where the first title will. */
export function CardGridSkeleton({ label, width, title = 20, parts }: CardGridSkeletonProps) {
  return (
    <Box role="status">
      <CardGrid label="Loading" width={width}>
        {CARDS.map((card) => (
          <CardItem key={card}>
            <Box sx={{ height: title }}>
              {card === 1 ? <Typography sx={{ color: 'text.secondary' }}>{label}</Typography> : <Skeleton width="60%" height={20} />}
            </Box>
            {parts.map((height, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a place have nothing else, and never change places
              <Skeleton key={at} height={height} />
            ))}
          </CardItem>
        ))}
      </CardGrid>
    </Box>
  );
}
