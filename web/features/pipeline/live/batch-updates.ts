import { buffer, filter, type Observable, type Subscription, throttle, timer } from 'rxjs';

/** After each batch the main thread has this many times as long to itself. */
const REST_FACTOR = 3;

/**
 * Applies updates at once while they come slowly, and together while they come fast: one batch an interval, or fewer where
 * one takes long, so that a burst leaves most frames to whoever is dragging.
 */
export function applyInBatches<Update>(updates: Observable<Update>, interval: number, apply: (batch: Update[]) => void): Subscription {
  let rest = interval;
  const paced = updates.pipe(throttle(() => timer(rest), { leading: true, trailing: true }));
  return updates
    .pipe(
      buffer(paced),
      filter((batch) => batch.length > 0),
    )
    .subscribe((batch) => {
      const began = performance.now();
      apply(batch);
      rest = Math.max(interval, REST_FACTOR * (performance.now() - began));
    });
}
