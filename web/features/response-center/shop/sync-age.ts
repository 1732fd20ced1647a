const UNITS = [
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** How long ago the shop was last asked, in few letters: "5 min ago". */
export function syncAge(at: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit === 'day' && count > 1 ? 'days' : unit} ago`;
  }
  return 'just now';
}
