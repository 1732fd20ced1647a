import { Box, Skeleton, type SxProps, type Theme } from '@mui/material';

const LINES = ['38%', '94%', '88%', '61%'];

type DetailSkeletonProps = {
  label?: string;
  /** The heights of the blocks below the lines, in pixels. */
  blocks?: readonly (number | Record<string, number>)[];
  sx?: SxProps<Theme>;
};

/** A panel, drawer or text that is loading: lines of text, and blocks below. */
export function DetailSkeleton({ label, blocks = [], sx }: DetailSkeletonProps) {
  return (
    <Box role={label && 'status'} aria-label={label} sx={sx}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {LINES.map((width) => (
            <Skeleton key={width} width={width} height={14} />
          ))}
        </Box>
        {blocks.map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id and are never reordered
          <Box key={at} sx={{ height }}>
            <Skeleton height="100%" />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
