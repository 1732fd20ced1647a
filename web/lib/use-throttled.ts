import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { auditTime, from, identity, type Observable, Subject, throttle } from 'rxjs';

type ThrottleOptions = {
  /** Runs at the first call already, not only an interval after it. */
  leading?: boolean | undefined;
};

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs work at most once an interval however often it is called, never twice at a time, and once more for calls that came meanwhile. */
export const throttled =
  (interval: number, work: () => unknown, { leading = false }: ThrottleOptions = {}) =>
  (calls: Observable<void>) =>
    calls.pipe(
      leading ? identity : auditTime(interval),
      throttle(() => from(Promise.allSettled([work(), leading && delay(interval)])), { leading: true, trailing: true }),
    );

/** A stable function that runs `work` throttled, for as long as the component is mounted. */
export function useThrottled(interval: number, work: () => unknown, { leading }: ThrottleOptions = {}): () => void {
  const latest = useEffectEvent(work);
  const [calls] = useState(() => new Subject<void>());
  useEffect(() => {
    const running = calls.pipe(throttled(interval, () => latest(), { leading })).subscribe();
    return () => running.unsubscribe();
  }, [calls, interval, leading]);
  return useCallback(() => calls.next(), [calls]);
}

/** A debounced value, so that a search does not run on every keystroke. */
export function useDebounced<T>(value: T, delay: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return rested;
}
