/** About how tall the content of a row is. */
const HEIGHT = { xs: 'auto 88px', md: 'auto 40px' } as const;

export const rowStyles = {
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  px: 2,
  py: 1.5,
  contentVisibility: 'auto',
  containIntrinsicSize: HEIGHT,
  transition: 'background-color 160ms ease-out',
  '&:hover': { bgcolor: 'surface.hover' },
  // What has just come or changed stands out for a moment.
  '&[data-news]': { bgcolor: 'surface.selected' },
} as const;

/** Side by side; on a phone whose and how much come first, then the rest. */
export const areas = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) minmax(0, 1.3fr) 164px 116px minmax(132px, auto)' },
  gridTemplateAreas: {
    xs: '"order price" "customer time" "store store" "note note"',
    md: '"order customer store time price" "note customer store time price"',
  },
} as const;

export const cell = (gridArea: 'order' | 'note' | 'customer' | 'store' | 'time' | 'price') => ({ gridArea, minWidth: 0 }) as const;

/** A link whose row answers to the pointer as a whole. */
export const stretchedLink = {
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
} as const;
