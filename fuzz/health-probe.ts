import { Worker } from 'node:worker_threads';

/** One request to `/healthz`. */
export interface HealthSample {
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds until the response; infinite without one. */
  readonly ms: number;
}

export interface HealthProbe {
  /** The samples since the last call. */
  take(): Promise<readonly HealthSample[]>;
  stop(): Promise<void>;
}

/** Requests `/healthz` every 100 ms in a worker thread, so that the fuzzer's busy event loop is not measured. */
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
