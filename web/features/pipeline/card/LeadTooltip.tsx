import { useApolloClient } from '@apollo/client/react';
import { Paper, Popper, type PopperProps, Typography } from '@mui/material';
import { type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { nameOf } from '../board-cache.ts';
import { LeadMetrics } from '../lead/LeadMetrics.tsx';
import { useHoveredLead } from './use-hovered-lead.ts';

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
