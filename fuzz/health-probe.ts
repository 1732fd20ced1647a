import { Worker } from 'node:worker_threads';

/** One look at `/healthz`. */
export interface HealthSample {
  /** Milliseconds since the epoch when it was asked. */
  readonly at: number;
  /** Milliseconds until the answer; infinite when there was none. */
  readonly ms: number;
}

export interface HealthProbe {
  /** The samples since the last call. */
  take(): Promise<readonly HealthSample[]>;
  stop(): Promise<void>;
}

/** Asks `/healthz` every 100 ms in a thread of its own: the fuzzer's busy event loop must not count as the server's. */
export function startHealthProbe(url: string): HealthProbe {
  const worker = new Worker(new URL('./health-probe-worker.ts', import.meta.url), { workerData: `${url}/healthz` });
  return {
    take: () => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly HealthSample[]>();
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.postMessage('take');
      return promise;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
