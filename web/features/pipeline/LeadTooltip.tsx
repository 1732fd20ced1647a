import { useApolloClient } from '@apollo/client/react';
import { useDndMonitor } from '@dnd-kit/core';
import { Paper, Popper, type PopperProps, Typography } from '@mui/material';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { nameOf } from './board-cache.ts';
import { LeadMetrics } from './lead/LeadMetrics.tsx';

// Beside the card, or on a narrow screen below or above it: it must never make the page wider. It may leave the card's own column.
const PLACING = [
  { name: 'offset', options: { offset: [0, 8] } },
  { name: 'flip', options: { altBoundary: false, altAxis: false, fallbackPlacements: ['left-start', 'bottom-start', 'top-start'] } },
  { name: 'preventOverflow', options: { altBoundary: false, padding: 8 } },
];

type Placed = Extract<PopperProps['popperRef'], RefObject<unknown>>['current'];

/** The metrics of the card one rests on: a single card for the whole board, which costs the others nothing. */
export function LeadTooltip({ board }: { board: RefObject<HTMLElement | null> }) {
  const { cache } = useApolloClient();
  const id = useId();
  const { hovered, keep, leave } = useHoveredLead(board);

  const popper = useRef<Placed>(null);
  // It grows when the server's numbers arrive, and must still fit the window then.
  const fit = useCallback((paper: HTMLElement | null) => {
    if (!paper) return;
    const growth = new ResizeObserver(() => popper.current?.update());
    growth.observe(paper);
    return () => growth.disconnect();
  }, []);

  useEffect(() => {
    const described = hovered?.card.getAttribute('aria-describedby');
    hovered?.card.setAttribute('aria-describedby', `${id} ${described ?? ''}`);
    return () => hovered?.card.setAttribute('aria-describedby', described ?? '');
  }, [hovered, id]);

  if (!hovered) return null;
  return (
    <Popper
      open
      disablePortal
      popperRef={popper}
      id={id}
      anchorEl={hovered.card}
      placement="right-start"
      sx={{ zIndex: 'tooltip' }}
      modifiers={PLACING}
    >
      <Paper ref={fit} onPointerEnter={keep} onPointerLeave={leave} sx={{ width: 264, p: 1.5, boxShadow: 'var(--cb-floating)' }}>
        <Typography variant="h2" component="div" sx={{ fontSize: 13, mb: 1, overflowWrap: 'anywhere' }}>
          {nameOf(cache, hovered.id)} - Sales Metrics
        </Typography>
        <LeadMetrics id={hovered.id} />
      </Paper>
    </Popper>
  );
}

const DELAY = 300;
/** Time to reach the tooltip itself with the pointer. */
const GRACE = 120;

type HoveredLead = { id: string; card: HTMLElement };

const cardAt = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-lead]') : null);

/** The card a pointer rests on, or the keyboard's focus; none while a card is carried, while scrolling, and after Escape. */
function useHoveredLead(board: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState<HoveredLead | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const carrying = useRef(false);

  const after = useCallback((delay: number, next: HoveredLead | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(next), delay);
  }, []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setHovered(null);
  }, []);
  const keep = useCallback(() => clearTimeout(timer.current), []);
  const leave = useCallback(() => after(GRACE, null), [after]);

  const carry = (now: boolean) => {
    carrying.current = now;
    close();
  };
  useDndMonitor({ onDragStart: () => carry(true), onDragEnd: () => carry(false), onDragCancel: () => carry(false) });

  useEffect(() => {
    const rest = (target: EventTarget | null) => {
      const card = cardAt(target);
      const id = card?.dataset.lead;
      if (card && id && !carrying.current) after(DELAY, { id, card });
      else leave();
    };
    const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && rest(event.target);
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && target.matches(':focus-visible') && rest(target);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();

    const ending = new AbortController();
    const { signal } = ending;
    const element = board.current;
    element?.addEventListener('pointerover', onPointer, { signal });
    element?.addEventListener('pointerleave', leave, { signal });
    element?.addEventListener('pointerdown', close, { signal });
    element?.addEventListener('focusin', onFocus, { signal });
    element?.addEventListener('focusout', leave, { signal });
    element?.addEventListener('scroll', close, { signal, capture: true, passive: true });
    document.addEventListener('keydown', onKey, { signal });
    return () => {
      ending.abort();
      clearTimeout(timer.current);
    };
  }, [board, after, leave, close]);

  // A card that was moved away under the pointer has no size any more.
  useEffect(() => {
    if (!hovered) return;
    const presence = new ResizeObserver(() => hovered.card.isConnected || close());
    presence.observe(hovered.card);
    return () => presence.disconnect();
  }, [hovered, close]);

  return { hovered, keep, leave };
}
