import { Box, Skeleton } from '@mui/material';

type ListSkeletonProps = {
  label: string;
  rows?: number;
  /** The height of a row in pixels, on narrow and on wide screens if they differ. */
  height: number | { xs: number; md: number };
};

/** The rows of a list that is loading. */
export function ListSkeleton({ label, rows = 3, height }: ListSkeletonProps) {
  return (
    <Box role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id and are never reordered
        <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2, height }}>
          <Box sx={{ flex: 1, display: 'grid', gap: 1 }}>
            <Skeleton width="55%" height={16} />
            <Skeleton width="80%" height={14} />
          </Box>
          <Skeleton width={80} height={16} />
        </Box>
      ))}
    </Box>
  );
}
