import { Typography } from '@mui/material';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { later } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';

// The drawing library is larger than the screen itself: it comes when there is something to draw.
const pictures = later(() => import('./BarCharts.tsx'));
type Pictures = Awaited<ReturnType<typeof pictures.fetch>>;

export const StageBars = (props: ComponentProps<Pictures['StageBars']>) => <Fetched>{(drawn) => <drawn.StageBars {...props} />}</Fetched>;
export const WeekBars = (props: ComponentProps<Pictures['WeekBars']>) => <Fetched>{(drawn) => <drawn.WeekBars {...props} />}</Fetched>;

function Fetched({ children }: { children: (drawn: Pictures) => ReactNode }) {
  const [missing, setMissing] = useState(false);
  const drawn = useLater(pictures, true, () => setMissing(true));
  if (drawn) return children(drawn);
  return missing ? (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      Couldn’t load the chart. The table has the numbers.
    </Typography>
  ) : (
    <SkeletonBlock height="100%" />
  );
}
