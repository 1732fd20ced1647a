/** A word of the store such as `partially_refunded`, as people write it: Partially refunded. */
export function humanize(key: string | null): string | null {
  const words = key?.replaceAll('_', ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}
