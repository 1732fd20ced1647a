/** How high a card on top is, in pixels; with a comparison it has a line more. */
export const CARD = { plain: 120, compared: 142 } as const;

/** The parts below, two in a row where there is room. */
export const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
} as const;

/** About how high each part is, in pixels, in the order of the screen. */
export const PARTS = [
  { part: 'pipeline', height: 352 },
  { part: 'sentiment', height: 352 },
  { part: 'sales', height: 396 },
  { part: 'assistant', height: 396 },
  { part: 'activity', height: 472 },
  { part: 'communication', height: 148 },
] as const;
