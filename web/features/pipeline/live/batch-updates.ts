/** After each hand-over the screen has this many times as long to itself. */
const BREATHER = 3;

/**
 * Hands things on at once while they come slowly, and together while they come fast: one hand-over per `interval`, or
 * fewer where one takes long, so that a burst leaves most frames to whoever is dragging.
 */
export function batchUpdates<Thing>(interval: number, swallow: (things: Thing[]) => void) {
  let waiting: Thing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const things = waiting;
    waiting = [];
    const began = performance.now();
    swallow(things);
    timer = setTimeout(flush, Math.max(interval, BREATHER * (performance.now() - began)));
  };

  return {
    take(thing: Thing) {
      waiting.push(thing);
      if (timer === undefined) flush();
    },
    /** Forgets what is left. */
    drop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
