import { Box, Skeleton } from '@mui/material';
import { CircleCheck } from 'lucide-react';
import { Suspense } from 'react';
import { lazyWithPreload, useIsIdle } from '#web/lib/lazy-with-preload.ts';
import { Panel } from '#web/ui/Panel.tsx';

const MyDayLists = lazyWithPreload(() => import('./MyDayLists.tsx').then((m) => m.MyDayLists));

/** What waits for the viewer. Its lists load last and scroll, so that the rest of the screen is there at once and does not move. */
export function MyDay() {
  const isIdle = useIsIdle();
  const loading = <Skeleton variant="rounded" height={120} sx={{ mx: 2 }} />;
  return (
    <Panel title="My day" icon={<CircleCheck size={18} />} flush>
      <Box sx={{ height: 280, overflowY: 'auto' }}>
        {isIdle ? (
          <Suspense fallback={loading}>
            <MyDayLists />
          </Suspense>
        ) : (
          loading
        )}
      </Box>
    </Panel>
  );
}
