import { useApolloClient } from '@apollo/client/react';
import { useDndMonitor } from '@dnd-kit/core';
import { Paper, Popper, type PopperProps, Typography } from '@mui/material';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { leadName } from './board-cache.ts';
import { LeadMetrics } from './lead/LeadMetrics.tsx';

// Beside the card, or on a narrow screen below or above it, so that it never makes the page wider.
const POPPER_MODIFIERS = [
  { name: 'offset', options: { offset: [0, 8] } },
  { name: 'flip', options: { altBoundary: false, altAxis: false, fallbackPlacements: ['left-start', 'bottom-start', 'top-start'] } },
  { name: 'preventOverflow', options: { altBoundary: false, padding: 8 } },
];

type PopperInstance = Extract<PopperProps['popperRef'], RefObject<unknown>>['current'];

/** The metrics of the hovered or focused card. The board has a single tooltip, so cards do not pay for it. */
export function LeadTooltip({ board }: { board: RefObject<HTMLElement | null> }) {
  const { cache } = useApolloClient();
  const id = useId();
  const { hovered, keepOpen, closeSoon } = useHoveredLead(board);

  const popper = useRef<PopperInstance>(null);
  // It grows when the server's metrics arrive and must still fit the window.
  const repositionOnResize = useCallback((paper: HTMLElement | null) => {
    if (!paper) return;
    const observer = new ResizeObserver(() => popper.current?.update());
    observer.observe(paper);
    return () => observer.disconnect();
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
      modifiers={POPPER_MODIFIERS}
    >
      <Paper
        ref={repositionOnResize}
        onPointerEnter={keepOpen}
        onPointerLeave={closeSoon}
        sx={{ width: 264, p: 1.5, boxShadow: 'var(--cb-floating)' }}
      >
        <Typography variant="h2" component="div" sx={{ fontSize: 13, mb: 1, overflowWrap: 'anywhere' }}>
          {leadName(cache, hovered.id)} - Sales Metrics
        </Typography>
        <LeadMetrics id={hovered.id} />
      </Paper>
    </Popper>
  );
}

const OPEN_DELAY_MS = 300;
/** Time to move the pointer into the tooltip itself. */
const CLOSE_DELAY_MS = 120;

type HoveredLead = { id: string; card: HTMLElement };

const cardAt = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-lead]') : null);

/** The card under the pointer or with keyboard focus; none while dragging, while scrolling, or after Escape. */
function useHoveredLead(board: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState<HoveredLead | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dragging = useRef(false);

  const setAfter = useCallback((delay: number, next: HoveredLead | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(next), delay);
  }, []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setHovered(null);
  }, []);
  const keepOpen = useCallback(() => clearTimeout(timer.current), []);
  const closeSoon = useCallback(() => setAfter(CLOSE_DELAY_MS, null), [setAfter]);

  const setDragging = (isDragging: boolean) => {
    dragging.current = isDragging;
    close();
  };
  useDndMonitor({ onDragStart: () => setDragging(true), onDragEnd: () => setDragging(false), onDragCancel: () => setDragging(false) });

  useEffect(() => {
    const onTarget = (target: EventTarget | null) => {
      const card = cardAt(target);
      const id = card?.dataset.lead;
      if (card && id && !dragging.current) setAfter(OPEN_DELAY_MS, { id, card });
      else closeSoon();
    };
    const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && onTarget(event.target);
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && target.matches(':focus-visible') && onTarget(target);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();

    const listeners = new AbortController();
    const { signal } = listeners;
    const element = board.current;
    element?.addEventListener('pointerover', onPointer, { signal });
    element?.addEventListener('pointerleave', closeSoon, { signal });
    element?.addEventListener('pointerdown', close, { signal });
    element?.addEventListener('focusin', onFocus, { signal });
    element?.addEventListener('focusout', closeSoon, { signal });
    element?.addEventListener('scroll', close, { signal, capture: true, passive: true });
    document.addEventListener('keydown', onKey, { signal });
    return () => {
      listeners.abort();
      clearTimeout(timer.current);
    };
  }, [board, setAfter, closeSoon, close]);

  // Closes when the card is removed, as after somebody else's move: a removed element reports a resize.
  useEffect(() => {
    if (!hovered) return;
    const observer = new ResizeObserver(() => hovered.card.isConnected || close());
    observer.observe(hovered.card);
    return () => observer.disconnect();
  }, [hovered, close]);

  return { hovered, keepOpen, closeSoon };
}
