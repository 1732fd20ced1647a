import type { Logger } from './logger.ts';

interface PeriodicTask {
  /** What the log calls it. */
  readonly name: string;
  readonly intervalMs: number;
  run(): Promise<unknown>;
  readonly log: Logger;
}

/** Does something again and again, never twice at once; what fails is logged and tried again the next time. */
export function runPeriodically({ name, intervalMs: milliseconds, run, log }: PeriodicTask): { close(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const once = () => {
    running ??= run()
      .catch((error: unknown) => log.error({ error }, `${name} failed`))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(once, milliseconds);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
