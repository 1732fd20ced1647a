import { Box, Paper, Typography } from '@mui/material';
import { Headset } from 'lucide-react';
import { type Ref, useMemo, useRef, useState } from 'react';
import type { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useFlipAnimation } from '#web/lib/use-flip-animation.ts';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { fading, useExitTransition } from '../data/use-exit-transition.ts';
import type { RunningCall } from '../data/use-running-calls.ts';
import { LiveCallCard } from './LiveCallCard.tsx';
import { sortCalls } from './sort-calls.ts';
import { useFreezeOrder } from './use-freeze-order.ts';

type WallProps = {
  ref: Ref<HTMLElement>;
  calls: readonly RunningCall[] | undefined;
  linkTo: ReturnType<typeof useDrawerParam>['linkTo'];
  more: { hasMore: boolean; loadingMore: boolean; more: () => void };
};

/** Every running call, for whoever coaches: the one that needs them most on top. */
export function LiveCallList({ ref, calls, linkTo, more }: WallProps) {
  return (
    <Box
      component="section"
      ref={ref}
      tabIndex={-1}
      aria-label="Running calls"
      sx={{ minWidth: 0, scrollMarginTop: 80, '&:focus': { outline: 'none' } }}
    >
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Running calls
        {calls && (
          <Box component="span" className="tabular" sx={{ ml: 1, fontWeight: 400, color: 'text.secondary' }}>
            {`${calls.length}${more.hasMore ? '+' : ''}`}
          </Box>
        )}
      </Typography>
      {calls ? <Calls calls={calls} linkTo={linkTo} /> : <SkeletonBlock height={148} />}
      <LoadMore hasMore={more.hasMore} loading={more.loadingMore} onMore={more.more} />
    </Box>
  );
}

function Calls({ calls, linkTo }: { calls: readonly RunningCall[]; linkTo: WallProps['linkTo'] }) {
  const list = useRef<HTMLUListElement>(null);
  const { isHeld, signs } = useFreezeOrder();
  const [order, setOrder] = useState<readonly string[]>([]);
  const placed = useMemo(() => sortCalls(calls, order, isHeld), [calls, order, isHeld]);
  if (placed.length !== order.length || placed.some(({ id }, at) => id !== order[at])) setOrder(placed.map(({ id }) => id));
  const shown = useExitTransition(placed);
  useFlipAnimation(list);

  if (shown.length === 0) {
    return (
      <Paper>
        <EmptyState
          icon={<Headset size={18} />}
          title="No calls are running"
          hint="A call stands here from the moment somebody starts it."
        />
      </Paper>
    );
  }
  return (
    <Box component="ul" ref={list} aria-label="Calls" {...signs} sx={cards}>
      {shown.map(({ item, leaving }) => (
        <Paper component="li" key={item.id} data-row={item.id} data-leaving={leaving || undefined} inert={leaving} sx={card}>
          <LiveCallCard call={item} to={linkTo(item.id)} />
        </Paper>
      ))}
    </Box>
  );
}

const cards = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

const card = {
  ...fading,
  position: 'relative',
  display: 'grid',
  gap: 1,
  p: 1.5,
  minWidth: 0,
  '&:hover': { borderColor: 'hairline' },
} as const;
