import { Box, Paper, Typography } from '@mui/material';
import { Headset } from 'lucide-react';
import { type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { useFlipAnimation } from '#web/lib/flip-animation.ts';
import type { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { exitStyles, useExitTransition } from '../use-exit-transition.ts';
import type { RunningCall } from '../use-running-calls.ts';
import { LiveCallCard } from './LiveCallCard.tsx';

type LiveCallListProps = {
  ref: Ref<HTMLElement>;
  calls: readonly RunningCall[] | undefined;
  linkTo: ReturnType<typeof useDrawerParam>['linkTo'];
  more: { hasMore: boolean; more: () => Promise<unknown> };
};

/** Every active call, those that need a coach most first. */
export function LiveCallList({ ref, calls, linkTo, more }: LiveCallListProps) {
  return (
    <Box
      component="section"
      ref={ref}
      tabIndex={-1}
      aria-label="Live calls"
      sx={{ minWidth: 0, scrollMarginTop: 80, '&:focus': { outline: 'none' } }}
    >
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Live calls
        {calls && (
          <Box component="span" className="tabular" sx={{ ml: 1, fontWeight: 400, color: 'text.secondary' }}>
            {`${calls.length}${more.hasMore ? '+' : ''}`}
          </Box>
        )}
      </Typography>
      {calls ? <CallCards calls={calls} linkTo={linkTo} /> : <ListSkeleton label="Loading live calls" rows={1} height={148} />}
      <LoadMore hasMore={more.hasMore} onMore={more.more} />
    </Box>
  );
}

function CallCards({ calls, linkTo }: { calls: readonly RunningCall[]; linkTo: LiveCallListProps['linkTo'] }) {
  const list = useRef<HTMLUListElement>(null);
  const { isFrozen, handlers } = useFreezeOrder();
  const [order, setOrder] = useState<readonly string[]>([]);
  const sorted = useMemo(() => sortCalls(calls, order, isFrozen), [calls, order, isFrozen]);
  if (sorted.length !== order.length || sorted.some(({ id }, index) => id !== order[index])) setOrder(sorted.map(({ id }) => id));
  const rendered = useExitTransition(sorted);
  useFlipAnimation(
    list,
    rendered.map(({ item }) => item.id),
  );

  if (rendered.length === 0) {
    return (
      <Paper>
        <EmptyState icon={<Headset size={18} />} title="No live calls" hint="Calls appear here when they start." />
      </Paper>
    );
  }
  return (
    <Box component="ul" ref={list} aria-label="Calls" {...handlers} sx={listStyles}>
      {rendered.map(({ item, isExiting }) => (
        <Paper component="li" key={item.id} data-row={item.id} data-exiting={isExiting || undefined} inert={isExiting} sx={cardStyles}>
          <LiveCallCard call={item} to={linkTo(item.id)} />
        </Paper>
      ))}
    </Box>
  );
}

const listStyles = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

const cardStyles = {
  ...exitStyles,
  position: 'relative',
  display: 'grid',
  gap: 1,
  p: 1.5,
  minWidth: 0,
  '&:hover': { borderColor: 'hairline' },
} as const;

/** How long the order stays frozen after the last interaction. */
const FREEZE_MS = 2_000;

/** Freezes the order of a list while someone uses it by pointer or keyboard; spread `handlers` on the list. */
function useFreezeOrder() {
  const [isFrozen, setFrozen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const freeze = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFrozen(false), FREEZE_MS);
    setFrozen(true);
  };
  return { isFrozen, handlers: { onPointerMove: freeze, onPointerDown: freeze, onFocus: freeze, onKeyDown: freeze } };
}

/** What the order of the calls depends on. */
export type SortableCall = { id: string; attention: number; startedAt: string };

/** Highest attention first, then the newest. */
const byAttention = (a: SortableCall, b: SortableCall): number =>
  b.attention - a.attention || Date.parse(b.startedAt) - Date.parse(a.startedAt) || (a.id < b.id ? 1 : -1);

/** Sorts the calls. While frozen, they keep their positions and new ones come last. */
export function sortCalls<Call extends SortableCall>(
  calls: readonly Call[],
  previousIds: readonly string[],
  isFrozen: boolean,
): readonly Call[] {
  const sorted = calls.toSorted(byAttention);
  if (!isFrozen) return sorted;
  const positions = new Map(previousIds.map((id, index) => [id, index]));
  const positionOf = ({ id }: Call) => positions.get(id) ?? previousIds.length;
  return sorted.toSorted((a, b) => positionOf(a) - positionOf(b));
}
