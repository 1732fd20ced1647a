/**
 * Hands things on at once while they come slowly, and together while they come fast: one hand-over per `interval`, so
 * that a burst costs the screen no more frames than a trickle.
 */
export function inGulps<Thing>(interval: number, swallow: (things: Thing[]) => void) {
  let waiting: Thing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const things = waiting;
    waiting = [];
    timer = setTimeout(flush, interval);
    swallow(things);
  };

  return {
    take(thing: Thing) {
      waiting.push(thing);
      if (timer === undefined) flush();
    },
    /** Swallows what is left and stops. */
    drop() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
    },
  };
}
