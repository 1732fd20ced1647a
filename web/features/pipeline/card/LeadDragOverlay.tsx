import { DragOverlay, type DropAnimation, defaultDropAnimationSideEffects, useDndMonitor } from '@dnd-kit/core';
import { useMediaQuery } from '@mui/material';
import { type RefObject, useState } from 'react';
import { LeadCard } from './LeadCard.tsx';

const LANDING: DropAnimation = {
  duration: 180,
  easing: 'ease-out',
  sideEffects: defaultDropAnimationSideEffects({ styles: { active: { opacity: '0' } } }),
};

/** The card in one's hand. It follows the pointer by itself, so nothing else renders on the way. */
export function LeadDragOverlay({ board }: { board: RefObject<HTMLElement | null> }) {
  const [id, setId] = useState<string | null>(null);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const hold = (lifted: string | null) => {
    // Columns that snap into place would fight the board as it scrolls under the card.
    board.current?.toggleAttribute('data-dragging', lifted !== null);
    setId(lifted);
  };
  useDndMonitor({
    onDragStart: ({ active }) => hold(String(active.id)),
    onDragEnd: () => hold(null),
    onDragCancel: () => hold(null),
  });
  return <DragOverlay dropAnimation={still ? null : LANDING}>{id && <LeadCard id={id} lifted />}</DragOverlay>;
}
