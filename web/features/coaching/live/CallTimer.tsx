import { useMemo, useSyncExternalStore } from 'react';
import type { LiveCallStatus } from '#web/gql/graphql.ts';

/** How long a call has lasted, ticking while it runs. */
export const Elapsed = ({ call }: { call: CallTiming }) => timerText(useElapsed(call));

/** How long a call has lasted: m:ss, and h:mm:ss from an hour on. */
export function timerText(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Milliseconds by which answers may have been longer on their way than others. What differs by more is a clock that was set. */
const TOLERATED = 5_000;

/** How far the server's clock is ahead of this page's. */
export type ClockOffset = { milliseconds: number /** The server's clock when it said so. */; asOf: number };

/** What is known of the server's clock after an answer was seen. One that came sooner knows better; one seen before says nothing new. */
export function afterAnswer(before: ClockOffset | null, asOf: number, now: number): ClockOffset {
  if (before !== null && asOf <= before.asOf) return before;
  const milliseconds = asOf - now;
  const isSlow = before !== null && milliseconds < before.milliseconds && before.milliseconds - milliseconds <= TOLERATED;
  return { milliseconds: isSlow ? before.milliseconds : milliseconds, asOf };
}

/** What of a call its timer goes by. */
type CallTiming = { status: LiveCallStatus; duration: number; countsFrom: string; asOf: string };

/** Seconds a call has lasted, the same in every window: by the server's clock while it runs, never fewer than were told of it. */
export function secondsOf({ status, duration, countsFrom }: Omit<CallTiming, 'asOf'>, ahead: ClockOffset | null, now: number): number {
  if (status !== 'active' || ahead === null) return duration;
  return Math.max(duration, Math.floor((now + ahead.milliseconds - Date.parse(countsFrom)) / 1_000));
}

const TICK = 250;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let ahead: ClockOffset | null = null;

/** A function that answers how many seconds a call has lasted by now. */
export function useCallClock(call: CallTiming): (at?: number) => number {
  const { asOf } = call;
  useMemo(() => {
    ahead = afterAnswer(ahead, Date.parse(asOf), Date.now());
  }, [asOf]);
  return (at = Date.now()) => secondsOf(call, ahead, at);
}

/** The same, ticking. */
function useElapsed(call: CallTiming): number {
  const clock = useCallClock(call);
  return useSyncExternalStore(subscribe, () => {
    // Where no timer ticked until now, it is later than the last one said.
    if (timer === undefined) now = Date.now();
    return clock(now);
  });
}
