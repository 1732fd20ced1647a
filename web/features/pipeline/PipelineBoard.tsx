import { useApolloClient } from '@apollo/client/react';
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DropAnimation,
  defaultDropAnimationSideEffects,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDndMonitor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useMediaQuery } from '@mui/material';
import { styled } from '@mui/material/styles';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { LEAD_STAGES } from '#contract/lead.ts';
import type { Owners } from '#contract/owners.ts';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useMay } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { leadName } from './board-cache.ts';
import { announcements, columnCoordinates, columnUnder, INSTRUCTIONS, isStage, KEYBOARD_CODES, keyboardNavigation } from './keyboard.ts';
import { LeadCard } from './LeadCard.tsx';
import { LeadTooltip } from './LeadTooltip.tsx';
import { PipelineSubscription } from './PipelineSubscription.tsx';
import { StageColumn } from './StageColumn.tsx';
import { useMoveLead } from './use-move-lead.ts';

const NextStepPrompt = lazyWithPreload(() => import('#web/tasks/NextStepPrompt.tsx').then((m) => m.NextStepPrompt));
const EditLeadDialog = lazyWithPreload(() => import('./lead/EditLeadDialog.tsx').then((m) => m.EditLeadDialog));

const MOUSE = { activationConstraint: { distance: 4 } };
// Long enough to distinguish a drag from a swipe through the columns.
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };
const KEYS = { keyboardCodes: KEYBOARD_CODES, coordinateGetter: columnCoordinates };
// Without the smooth scrolling that reduced motion rules out.
const REDUCED_MOTION_KEYS = { ...KEYS, scrollBehavior: 'auto' as const };
// Slow enough on a phone to stop at the intended column while a card is held at the edge.
const SCROLL_ACCELERATION = 3;

type PipelineBoardProps = {
  /** Whose leads it shows. */
  owners: Owners;
  /** How many times the board has been loaded. */
  loadCount: number;
  onReload: () => Promise<void>;
};

/** The six columns with drag and drop. Columns and cards subscribe to the cache themselves, so the board does not render when they change. */
export function PipelineBoard({ owners, loadCount, onReload }: PipelineBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const { cache } = useApolloClient();
  const { opened, open, close } = useDrawerParam('lead');
  // Columns and cards do not render when the URL changes.
  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const onOpen = useCallback((id: string) => void latestOpen.current(id), []);
  usePreloadWhenIdle(EditLeadDialog);
  const [moved, setMoved] = useState<string | null>(null);
  const mayPlan = useMay('task.change');
  const move = useMoveLead(mayPlan ? setMoved : null);
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, reducedMotion ? REDUCED_MOTION_KEYS : KEYS),
  );

  const accessibility = useMemo(
    () => ({ announcements: announcements((id) => leadName(cache, String(id))), screenReaderInstructions: { draggable: INSTRUCTIONS } }),
    [cache],
  );
  const autoScroll = useMemo(() => ({ canScroll: (element: Element) => element === board.current, acceleration: SCROLL_ACCELERATION }), []);
  const onDragEnd = useCallback(
    ({ active, over, activatorEvent }: DragEndEvent) => {
      if (!isStage(over?.id) || over.id === active.data.current?.stage) return;
      const column = board.current?.querySelector(`[data-stage="${over.id}"]`);
      // The card comes to the top of its column, which may be scrolled to cards far below.
      column?.querySelector('[data-scroller]')?.scrollTo({ top: 0 });
      move(String(active.id), over.id);
      if (activatorEvent instanceof KeyboardEvent && column) focusCard(column, String(active.id));
    },
    [move],
  );

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={columnUnder}
        accessibility={accessibility}
        autoScroll={autoScroll}
        onDragEnd={onDragEnd}
      >
        <BoardSurface ref={board} onKeyDown={keyboardNavigation} role="group" aria-label="Pipeline">
          {LEAD_STAGES.map((stage) => (
            <StageColumn key={stage} stage={stage} owners={owners} loadCount={loadCount} onOpen={onOpen} />
          ))}
        </BoardSurface>
        <LeadDragOverlay board={board} />
        <LeadTooltip board={board} />
      </DndContext>
      <PipelineSubscription board={board} owners={owners} onReload={onReload} />
      <LazyOverlay onError={() => setMoved(null)} fallback={null}>
        {moved && <NextStepPrompt key={moved} leadId={moved} onClose={() => setMoved(null)} />}
      </LazyOverlay>
      <LazyOverlay onError={close}>{opened && <EditLeadDialog key={opened} id={opened} onClose={close} />}</LazyOverlay>
    </>
  );
}

/** Frames within which a column that scrolls has rendered its first cards. */
const FRAMES = 20;

/** Focuses a card as soon as its column has rendered it. */
function focusCard(column: Element, id: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const card = column.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`);
    if (card) card.focus({ preventScroll: true });
    else if (frames > 0) focusCard(column, id, frames - 1);
  });
}

const DROP_ANIMATION: DropAnimation = {
  duration: 180,
  easing: 'ease-out',
  sideEffects: defaultDropAnimationSideEffects({ styles: { active: { opacity: '0' } } }),
};

/** The card being dragged. It follows the pointer on its own, so nothing else renders meanwhile. */
function LeadDragOverlay({ board }: { board: RefObject<HTMLElement | null> }) {
  const [id, setId] = useState<string | null>(null);
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const setDragged = (dragged: string | null) => {
    // Scroll snapping would fight the auto-scrolling board.
    board.current?.toggleAttribute('data-dragging', dragged !== null);
    setId(dragged);
  };
  useDndMonitor({
    onDragStart: ({ active }) => setDragged(String(active.id)),
    onDragEnd: () => setDragged(null),
    onDragCancel: () => setDragged(null),
  });
  return <DragOverlay dropAnimation={reducedMotion ? null : DROP_ANIMATION}>{id && <LeadCard id={id} dragging />}</DragOverlay>;
}

// Height of the app header, page padding and page title around the board.
const PAGE_CHROME = 188;

/** The row of columns. It scrolls sideways; on a phone, one swipe moves to the next column. */
export const BoardSurface = styled('div')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'calc(100% - 20px)',
  gap: 8,
  height: `max(600px, calc(100dvh - ${PAGE_CHROME}px))`,
  overflowX: 'auto',
  overflowY: 'hidden',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'thin',
  scrollSnapType: 'x mandatory',
  '&[data-dragging]': { scrollSnapType: 'none' },
  [theme.breakpoints.up('sm')]: { gridAutoColumns: 'calc(50% - 14px)' },
  [theme.breakpoints.between('md', 1400)]: { gap: 4 },
  [theme.breakpoints.up('md')]: { gridAutoColumns: 'minmax(144px, 1fr)', scrollSnapType: 'none' },
}));
