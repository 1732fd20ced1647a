import { useMemo, useSyncExternalStore } from 'react';
import type { LiveCallStatus } from '#web/gql/graphql.ts';
import { createTicker } from '#web/lib/use-now.ts';

/** The duration of a call, ticking while it is active. */
export const CallTimer = ({ call }: { call: CallTiming }) => formatTimer(useElapsed(call));

/** A duration as m:ss, or h:mm:ss from one hour on. */
export function formatTimer(seconds: number): string {
  const pad = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes, remainder] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(remainder)}` : `${minutes}:${pad(remainder)}`;
}

/** The most that latency differs between two answers. A larger difference means that a clock was changed. */
const MAX_LATENCY_MS = 5_000;

/** How far the server's clock is ahead of this browser's. */
export type ClockOffset = { milliseconds: number /** Server time of the measurement. */; asOf: number };

/** The clock offset after another answer. The answer with the lowest latency is the most accurate; an old answer changes nothing. */
export function updateClockOffset(previous: ClockOffset | null, asOf: number, now: number): ClockOffset {
  if (previous !== null && asOf <= previous.asOf) return previous;
  const milliseconds = asOf - now;
  const isSlow = previous !== null && milliseconds < previous.milliseconds && previous.milliseconds - milliseconds <= MAX_LATENCY_MS;
  return { milliseconds: isSlow ? previous.milliseconds : milliseconds, asOf };
}

/** What the timer of a call needs. */
type CallTiming = { status: LiveCallStatus; duration: number; countsFrom: string; asOf: string };

/** Seconds a call has lasted: by the server's clock while it is active, and never less than the stored duration. */
export function elapsedSeconds(
  { status, duration, countsFrom }: Omit<CallTiming, 'asOf'>,
  clockOffset: ClockOffset | null,
  now: number,
): number {
  if (status !== 'active' || clockOffset === null) return duration;
  return Math.max(duration, Math.floor((now + clockOffset.milliseconds - Date.parse(countsFrom)) / 1_000));
}

const ticker = createTicker(250);

let clockOffset: ClockOffset | null = null;

/** Returns a function that computes the elapsed seconds of a call. */
export function useCallClock(call: CallTiming): (at?: number) => number {
  const { asOf } = call;
  useMemo(() => {
    clockOffset = updateClockOffset(clockOffset, Date.parse(asOf), Date.now());
  }, [asOf]);
  return (at = Date.now()) => elapsedSeconds(call, clockOffset, at);
}

/** The elapsed seconds of a call, ticking. */
function useElapsed(call: CallTiming): number {
  const clock = useCallClock(call);
  return useSyncExternalStore(ticker.subscribe, () => clock(ticker.getNow()));
}
