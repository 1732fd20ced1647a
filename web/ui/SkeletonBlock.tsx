import { Skeleton } from '@mui/material';

/** Stands for something that is still on its way, in its size. */
export function SkeletonBlock({ width = '100%', height }: { width?: number | string; height: number | string }) {
  return <Skeleton variant="rounded" width={width} height={height} aria-hidden />;
}
