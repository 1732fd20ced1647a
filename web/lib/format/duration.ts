/** The length of a call as minutes:seconds. */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const TYPED = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

/** Seconds of a length as people type it, 12:30 or 1:02:30; null for anything else. */
export function secondsOf(typed: string): number | null {
  const [, hours = '0', minutes, seconds] = TYPED.exec(typed.trim()) ?? [];
  return minutes === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}
