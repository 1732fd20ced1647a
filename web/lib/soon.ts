/** Does something once, soon after it was asked for, however often it was; asked for meanwhile, once more afterwards. */
export function soon(wait: number, act: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let once = false;

  const run = async () => {
    timer = undefined;
    running = true;
    await act();
    running = false;
    if (!once) return;
    once = false;
    ask();
  };
  const ask = () => {
    if (running) once = true;
    else timer ??= setTimeout(run, wait);
  };
  /** Forgets what was asked for. */
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    once = false;
  };
  return { ask, drop };
}
