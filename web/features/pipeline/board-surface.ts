import { styled } from '@mui/material/styles';

// Header of the shell, frame and title: what stands above the board and below it.
const AROUND = 188;

/** The row of columns. It scrolls sideways inside itself; on a phone one swipes from column to column. */
export const BoardSurface = styled('div')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'calc(100% - 20px)',
  gap: 8,
  height: `max(600px, calc(100dvh - ${AROUND}px))`,
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
