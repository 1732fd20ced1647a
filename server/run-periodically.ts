import type { Logger } from './logger.ts';

interface PeriodicTask {
  /** The name in the log. */
  readonly name: string;
  readonly intervalMs: number;
  run(): Promise<unknown>;
  readonly log: Logger;
}

/** Runs a task at an interval, never twice at once. A failure is logged; the next run tries again. */
export function runPeriodically({ name, intervalMs, run, log }: PeriodicTask): { close(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const once = () => {
    running ??= run()
      .catch((error: unknown) => log.error({ error }, `${name} failed`))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(once, intervalMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
