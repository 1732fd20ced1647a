/** How many characters two texts have in common from the beginning. */
export function commonPrefixLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  const limit = Math.min(one.length, other.length);
  let at = 0;
  while (at < limit && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}
