import { keyframes } from '@emotion/react';
import type { SxProps, Theme } from '@mui/material';
import type { StageState } from '#contract/flow.ts';

/** From this width of its own place on, the stages stand side by side; below, one under the other. */
const SIDE_BY_SIDE = '@container (min-width: 720px)';

const arrive = keyframes`
  from { transform: scale(0.86); }
  60% { transform: scale(1.1); }
  to { transform: none; }
`;

export const stepsLook: SxProps<Theme> = {
  display: 'flex',
  flexDirection: 'column',
  listStyle: 'none',
  m: 0,
  p: 0,
  [SIDE_BY_SIDE]: { flexDirection: 'row' },
};

/** A stage in the row, with the line that leads to the next one. */
export const stepLook = (state: StageState, isChanged: boolean): SxProps<Theme> => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '36px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 1.5,
  pb: 2.5,
  '&:last-of-type': { pb: 0 },
  '&:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: 17,
    top: 40,
    bottom: 4,
    width: 2,
    borderRadius: 1,
    bgcolor: state === 'completed' ? 'primary.main' : 'divider',
    transition: 'background-color 180ms ease-out',
  },
  '& .stage-label': {
    fontSize: 13,
    lineHeight: '18px',
    fontWeight: state === 'upcoming' ? 400 : 500,
    color: state === 'upcoming' ? 'text.secondary' : 'text.primary',
    ...(isChanged && { color: 'primary.main' }),
  },
  '& .stage-time': { fontSize: 12, lineHeight: '16px', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' },
  [SIDE_BY_SIDE]: {
    flex: '1 1 0',
    minWidth: 0,
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    alignContent: 'start',
    textAlign: 'center',
    rowGap: 0.75,
    px: 0.5,
    pb: 0,
    '&:not(:last-of-type)::before': {
      left: 'calc(50% + 24px)',
      right: 'calc(24px - 50%)',
      top: 17,
      bottom: 'auto',
      width: 'auto',
      height: 2,
    },
    '& .stage-time': { minHeight: 16 },
  },
});

/** The round mark of a stage. */
export const markLook =
  (state: StageState, isChanged: boolean): SxProps<Theme> =>
  (theme) => {
    const { brand } = theme.vars.palette.tone;
    const { primary, divider, background, text } = theme.vars.palette;
    const colours = {
      completed: { color: brand.ink, bgcolor: brand.surface, borderColor: brand.surface },
      current: { color: primary.contrastText, bgcolor: primary.main, borderColor: primary.main },
      upcoming: { color: text.secondary, bgcolor: background.paper, borderColor: divider },
    }[state];
    return {
      display: 'grid',
      placeItems: 'center',
      width: 36,
      height: 36,
      borderRadius: '50%',
      border: '1px solid',
      transition: 'background-color 180ms ease-out, color 180ms ease-out, box-shadow 180ms ease-out',
      ...colours,
      ...(isChanged && { boxShadow: `0 0 0 5px ${brand.surface}, 0 0 0 6px ${primary.main}`, animation: `${arrive} 200ms ease-out` }),
    };
  };
