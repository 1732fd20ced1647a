import { Worker } from 'node:worker_threads';
import type { ReceivedFrames, SocketWorkerOptions } from './socket-worker.ts';

const THREADS = 2;

export interface SocketPool {
  /** Waits for so many frames in all sockets together, and clears them. */
  receive(frames: number): Promise<ReceivedFrames>;
  close(): Promise<void>;
}

/** Opens `count` sockets in worker threads, so that receiving costs the server no CPU core; each subscribes to the pipeline. */
export async function openSocketPool(options: SocketWorkerOptions): Promise<SocketPool> {
  const workers = Array.from({ length: THREADS }, (_, at) => {
    const count = Math.floor(options.count / THREADS);
    const cookies = options.cookies.filter((_cookie, number) => number % THREADS === at);
    const workerData: SocketWorkerOptions = { ...options, count, cookies };
    return new Worker(new URL('./socket-worker.ts', import.meta.url), { workerData });
  });
  const nextMessage = (worker: Worker): Promise<ReceivedFrames> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message: ReceivedFrames) => {
        worker.off('error', reject);
        resolve(message);
      });
    });
  await Promise.all(workers.map(nextMessage));
  return {
    receive: async (frames) => {
      const messages = workers.map((worker) => {
        const message = nextMessage(worker);
        worker.postMessage(frames / THREADS);
        return message;
      });
      const all = await Promise.all(messages);
      return { sample: all[0]?.sample ?? '', times: all.flatMap(({ times }) => [...times]) };
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
