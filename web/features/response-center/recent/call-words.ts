/** Seconds as minutes:seconds, such as 3:05. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const PREVIEW_LENGTH = 100;

/** What a call was about: its summary, or else the beginning of what was said. Counted in whole characters, so no emoji is cut in two. */
export function previewOf(call: { summary?: string | null; preview: string }): string {
  return call.summary || `${[...call.preview].slice(0, PREVIEW_LENGTH).join('')}...`;
}
