/** Pixels of a call's card: at least so wide, about so high. */
export const CARD_WIDTH = 400;
export const CARD_HEIGHT = 412;
