import { useMemo, useSyncExternalStore } from 'react';

/** How long a call has lasted: m:ss, and h:mm:ss from an hour on. */
export function timerText(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A second shown a little late is no reason for the timer to jump. */
const TOLERATED = 1;

/** What the server said a call's duration was, and what this page's clock showed when it said so. */
export type Anchor = { told: number; seconds: number; at: number };

/** Seconds since an anchor was set; it does not matter whether this clock is right, only that it runs. */
export const secondsAt = ({ seconds, at }: Anchor, now: number): number => seconds + Math.max(0, Math.floor((now - at) / 1_000));

/** The anchor after the server has spoken: the one there was, while the two agree. */
export function anchored(before: Anchor | null, told: number, now: number): Anchor {
  const agree = before !== null && Math.abs(secondsAt(before, now) - told) <= TOLERATED;
  return agree ? { ...before, told } : { told, seconds: told, at: now };
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

/** What the server said last of each call; every clock of a call on the page goes by the same. */
const anchors = new Map<string, Anchor>();
const KEPT = 500;

function anchorOf(id: string, told: number): Anchor {
  const known = anchors.get(id);
  if (known?.told === told) return known;
  const anchor = anchored(known ?? null, told, Date.now());
  anchors.delete(id);
  anchors.set(id, anchor);
  const oldest = anchors.keys().next();
  if (anchors.size > KEPT && !oldest.done) anchors.delete(oldest.value);
  return anchor;
}

export type Lasting = { id: string; duration: number; isRunning: boolean };

/** A function that answers how many seconds a call has lasted by now. */
export function useCallClock({ id, duration, isRunning }: Lasting): (at?: number) => number {
  const anchor = useMemo(() => anchorOf(id, duration), [id, duration]);
  return (at = Date.now()) => (isRunning ? secondsAt(anchor, at) : duration);
}

/** The same, ticking. */
export function useElapsed(call: Lasting): number {
  const clock = useCallClock(call);
  return useSyncExternalStore(subscribe, () => clock(now));
}
