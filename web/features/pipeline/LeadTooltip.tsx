import { useApolloClient } from '@apollo/client/react';
import { Paper, Popper, Typography } from '@mui/material';
import { type RefObject, useEffect, useId } from 'react';
import { nameOf } from './board-cache.ts';
import { LeadMetrics } from './LeadMetrics.tsx';
import { useHoveredLead } from './use-hovered-lead.ts';

/** The metrics of the card one rests on: a single card for the whole board, which costs the others nothing. */
export function LeadTooltip({ board }: { board: RefObject<HTMLElement | null> }) {
  const { cache } = useApolloClient();
  const id = useId();
  const { hovered, keep, leave } = useHoveredLead(board);

  useEffect(() => {
    const described = hovered?.card.getAttribute('aria-describedby');
    hovered?.card.setAttribute('aria-describedby', `${id} ${described ?? ''}`);
    return () => hovered?.card.setAttribute('aria-describedby', described ?? '');
  }, [hovered, id]);

  if (!hovered) return null;
  return (
    <Popper
      open
      anchorEl={hovered.card}
      placement="right-start"
      sx={{ zIndex: 'tooltip' }}
      modifiers={[{ name: 'offset', options: { offset: [0, 8] } }]}
    >
      <Paper
        role="tooltip"
        id={id}
        onPointerEnter={keep}
        onPointerLeave={leave}
        sx={{ width: 264, p: 1.5, boxShadow: 'var(--cb-floating)' }}
      >
        <Typography variant="h2" component="div" sx={{ fontSize: 13, mb: 1, overflowWrap: 'anywhere' }}>
          {nameOf(cache, hovered.id)} - Sales Metrics
        </Typography>
        <LeadMetrics id={hovered.id} />
      </Paper>
    </Popper>
  );
}
