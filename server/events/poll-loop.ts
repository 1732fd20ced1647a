/** Runs work at an interval and whenever it is triggered, never twice at once. */
export interface PollLoop {
  /** Starts, or continues after `pause`, with a run at once; resolves when that run is done. */
  resume(): Promise<void>;
  /** Runs now, or once more after the run in progress. Does nothing while paused. */
  trigger(): void;
  /** Starts no further run; one in progress finishes. */
  pause(): void;
  /** Pauses, and resolves when the run in progress has finished. */
  close(): Promise<void>;
}

interface PollLoopOptions {
  /** One run; it handles its own failures. `isPaused` says whether it should stop early. */
  work(isPaused: () => boolean): Promise<void>;
  /** Milliseconds until the next run when nothing triggers one. */
  interval(): number;
}

export function createPollLoop({ work, interval }: PollLoopOptions): PollLoop {
  let active = false;
  let triggered = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const run = async () => {
    do {
      triggered = false;
      await work(() => !active);
    } while (triggered && active);
    running = null;
    if (active) timer = setTimeout(trigger, interval());
  };
  const trigger = () => {
    clearTimeout(timer);
    if (running) triggered = true;
    else if (active) running = run();
  };
  const pause = () => {
    active = false;
    clearTimeout(timer);
  };
  return {
    resume: async () => {
      active = true;
      trigger();
      await running;
    },
    trigger,
    pause,
    close: async () => {
      pause();
      await running;
    },
  };
}
