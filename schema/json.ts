/** A stored JSON list of texts; anything else in it is left out. */
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);
