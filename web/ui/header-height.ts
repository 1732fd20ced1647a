/** Pixels of the header that stays above every screen. */
export const HEADER_HEIGHT = 64;
