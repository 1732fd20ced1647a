/** The layout of a call: notes, people and metrics, transcript. On a phone they are in one column in this order. */
export const callColumns = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  px: { xs: 2, sm: 3 },
  pb: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
  gridTemplateRows: { md: 'auto 1fr' },
  gridTemplateAreas: { xs: '"notes" "aside" "dialogue"', md: '"notes aside" "dialogue aside"' },
} as const;

/** The sticky column beside the transcript. */
export const callAside = {
  gridArea: 'aside',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  minWidth: 0,
  position: { md: 'sticky' },
  top: { md: 60 },
  maxHeight: { md: 'calc(100dvh - 76px)' },
  overflowY: { md: 'auto' },
} as const;
