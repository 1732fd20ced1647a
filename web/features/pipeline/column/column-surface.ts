import { styled } from '@mui/material/styles';
import type { LeadStage } from '#contract/lead.ts';

/** The ground of a column, tinted by its stage; it lights up while a card hangs over it. */
export const ColumnSurface = styled('section', { shouldForwardProp: (name) => name !== 'stage' })<{ stage: LeadStage }>(
  ({ theme, stage }) => {
    const hue = theme.vars.palette.stage[stage];
    return {
      display: 'flex',
      flexDirection: 'column',
      minWidth: 0,
      minHeight: 600,
      containerType: 'inline-size',
      borderRadius: 12,
      backgroundColor: hue.surface,
      scrollSnapAlign: 'start',
      transition: 'box-shadow 120ms ease-out, background-color 120ms ease-out',
      '&[data-over]': {
        boxShadow: `inset 0 0 0 2px ${hue.main}`,
        backgroundColor: `color-mix(in srgb, ${hue.main} 14%, ${hue.surface})`,
      },
      '& header': { padding: '12px 12px 4px' },
      '& .dot': { flex: 'none', width: 8, height: 8, borderRadius: 4, backgroundColor: hue.main },
      // Six columns on a small window: the ground tells the stage, the words need the room.
      '@container (max-width: 168px)': { '& .dot': { display: 'none' } },
      '& .MuiSkeleton-root': { backgroundColor: theme.vars.palette.background.paper },
      '& header .MuiSkeleton-root': { backgroundColor: `color-mix(in srgb, ${hue.main} 24%, transparent)` },
      '& .empty': { margin: 0, padding: '32px 16px', textAlign: 'center', fontSize: 13, color: theme.vars.palette.text.secondary },
      '& header [class*=MuiBox-root] > span:last-of-type': { backgroundColor: theme.vars.palette.background.paper },
    };
  },
);
