/** How high a card on top is, in pixels; with a comparison it has a line more. */
export const CARD = { plain: { xs: 111, sm: 120 }, compared: { xs: 153, sm: 162 } } as const;

/** Everything below each other. */
export const stack = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** The sections with a chart, two in a row if there is room. */
export const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
} as const;

/** About how high each part is, in pixels, in the order of the screen: those with a picture, then those of full width. */
export const PARTS = [
  { part: 'pipeline', height: { xs: 358, sm: 350 } },
  { part: 'sentiment', height: { xs: 334, lg: 350 } },
  { part: 'sales', height: { xs: 479, sm: 376, lg: 392 } },
  { part: 'assistant', height: { xs: 463, sm: 360, lg: 392 } },
] as const;
export const LONG_PARTS = [
  { part: 'communication', height: { xs: 230, sm: 138 } },
  { part: 'activity', height: { xs: 479, sm: 470, lg: 270 } },
] as const;
