const rest = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Does something at once when asked to, but not again within `wait` milliseconds, nor while it is under way: then once more afterwards. */
export function paced(wait: number, act: () => unknown) {
  let busy = false;
  let again = false;

  const run = async () => {
    busy = true;
    await Promise.allSettled([act(), rest(wait)]);
    busy = false;
    if (again) ask();
  };
  const ask = () => {
    again = busy;
    if (!busy) void run();
  };
  /** Forgets what was asked for meanwhile. */
  const drop = () => {
    again = false;
  };
  return { ask, drop };
}
