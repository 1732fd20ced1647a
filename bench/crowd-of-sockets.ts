import { Worker } from 'node:worker_threads';
import type { ListenersAsked, ListenersTold } from './listeners.ts';

const THREADS = 2;

/** What many sockets heard since they were last asked. */
export interface Heard {
  readonly frames: number;
  /** One of the frames, as it came. */
  readonly sample: string;
  /** When each came, in milliseconds of `performance.now()` plus `performance.timeOrigin`. */
  readonly times: readonly number[];
}

export interface CrowdOfSockets {
  /** Waits until so many frames came in all, and forgets them. */
  heard(frames: number): Promise<Heard>;
  close(): Promise<void>;
}

/** Opens many sockets of as many threads as leave the server its own, each following the pipeline. */
export async function openSockets(asked: Omit<ListenersAsked, 'count'> & { readonly count: number }): Promise<CrowdOfSockets> {
  const workers = Array.from({ length: THREADS }, (_, at) => {
    const half = Math.floor(asked.count / THREADS);
    const cookies = asked.cookies.filter((_cookie, number) => number % THREADS === at);
    const workerData: ListenersAsked = { ...asked, count: half, cookies };
    return new Worker(new URL('./listeners.ts', import.meta.url), { workerData });
  });
  const told = (worker: Worker): Promise<ListenersTold> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (answer: ListenersTold) => {
        worker.off('error', reject);
        resolve(answer);
      });
    });
  await Promise.all(workers.map(told));
  return {
    heard: async (frames) => {
      const answers = workers.map((worker) => {
        const answer = told(worker);
        worker.postMessage(frames / THREADS);
        return answer;
      });
      const all = await Promise.all(answers);
      return {
        frames: all.reduce((sum, each) => sum + each.times.length, 0),
        sample: all[0]?.sample ?? '',
        times: all.flatMap(({ times }) => [...times]),
      };
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
