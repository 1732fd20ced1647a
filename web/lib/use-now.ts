import { useSyncExternalStore } from 'react';

/** The current time, updated at an interval; all readers share one timer, which runs only while there are readers. */
export function createTicker(interval: number) {
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (timer === undefined) {
      now = Date.now();
      timer = setInterval(tick, interval);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
  /** The time of the last tick, which is stale without a running timer. */
  const lastTick = () => now;
  /** The time of the last tick, or of this call without a running timer. */
  const getNow = () => {
    if (timer === undefined) now = Date.now();
    return now;
  };
  return { subscribe, lastTick, getNow };
}

const minutes = createTicker(60_000);

/** The current time, updated once a minute. */
export const useNow = (): number => useSyncExternalStore(minutes.subscribe, minutes.lastTick);
