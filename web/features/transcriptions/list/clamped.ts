/** Text of at most so many lines; what is more is left out with three dots. */
export const clamped = (lines: number) =>
  ({ display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' }) as const;
