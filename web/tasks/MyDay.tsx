import { Skeleton } from '@mui/material';
import { ListChecks } from 'lucide-react';
import { Suspense } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { Panel } from '#web/ui/Panel.tsx';

const MyDayLists = lazyWithPreload(() => import('./MyDayLists.tsx').then((m) => m.MyDayLists));

/** What waits for the viewer. Its lists are loaded after the screen, which is to be there at once. */
export function MyDay() {
  return (
    <Panel title="My day" icon={<ListChecks size={18} />} flush>
      <Suspense fallback={<Skeleton variant="rounded" height={120} sx={{ mx: 2, mb: 2 }} />}>
        <MyDayLists />
      </Suspense>
    </Panel>
  );
}
