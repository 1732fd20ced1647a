import { useApolloClient } from '@apollo/client/react';
import { DndContext, type DragEndEvent, KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useMediaQuery } from '@mui/material';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LEAD_STAGES } from '#contract/lead.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { nameOf } from './board-cache.ts';
import { BoardSurface } from './board-surface.ts';
import { keyboardNavigation } from './card/keyboard-navigation.ts';
import { LeadDragOverlay } from './card/LeadDragOverlay.tsx';
import { LeadTooltip } from './card/LeadTooltip.tsx';
import { announcements, columnCoordinates, columnUnder, INSTRUCTIONS, isStage, KEYBOARD_CODES } from './column/keyboard-columns.ts';
import { StageColumn } from './column/StageColumn.tsx';
import { PipelineSubscription } from './live/PipelineSubscription.tsx';
import { useMoveLead } from './use-move-lead.ts';

const editLeadDialog = later(() => import('./lead/EditLeadDialog.tsx').then((m) => m.EditLeadDialog));

const MOUSE = { activationConstraint: { distance: 4 } };
// Long enough to tell a lift from a swipe through the columns.
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };
const KEYS = { keyboardCodes: KEYBOARD_CODES, coordinateGetter: columnCoordinates };
// The board follows a card at once where nothing shall move.
const STILL_KEYS = { ...KEYS, scrollBehavior: 'auto' as const };
// On a phone a card held at the edge passes the columns slowly enough to stop at the one that is meant.
const SCROLL_STEP = 3;

type PipelineBoardProps = {
  /** How often the board was asked for. */
  loads: number;
  /** Asks for it again. */
  onReload: () => Promise<void>;
};

/** The six columns, and everything one can do to their cards. Columns and cards listen for themselves: the board does not render when they change. */
export function PipelineBoard({ loads, onReload }: PipelineBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const { cache } = useApolloClient();
  // Other screens lead to a lead by its address.
  const [address, setAddress] = useSearchParams();
  const [opened, setOpened] = useState(() => address.get('lead'));
  const close = () => {
    setOpened(null);
    if (address.has('lead')) setAddress({}, { replace: true });
  };
  const EditLeadDialog = usePart(editLeadDialog, opened !== null, close);
  const move = useMoveLead();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, still ? STILL_KEYS : KEYS),
  );

  const accessibility = useMemo(
    () => ({ announcements: announcements((id) => nameOf(cache, String(id))), screenReaderInstructions: { draggable: INSTRUCTIONS } }),
    [cache],
  );
  const autoScroll = useMemo(() => ({ canScroll: (element: Element) => element === board.current, acceleration: SCROLL_STEP }), []);
  const onDragEnd = useCallback(
    ({ active, over }: DragEndEvent) => {
      if (isStage(over?.id) && over.id !== active.data.current?.stage) move(String(active.id), over.id);
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
            <StageColumn key={stage} stage={stage} loads={loads} onOpen={setOpened} />
          ))}
        </BoardSurface>
        <LeadDragOverlay board={board} />
        <LeadTooltip board={board} />
      </DndContext>
      <PipelineSubscription board={board} onReload={onReload} />
      {opened && EditLeadDialog && <EditLeadDialog key={opened} id={opened} onClose={close} />}
    </>
  );
}
