import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../../e2e/npm-start.ts';
import type { Benchmark } from '../benchmark.ts';
import { openSocketPool } from '../socket-pool.ts';
import { registerUsers, SOCKETS, SUBSCRIPTION } from './fan-out.ts';
import { megabytesOf, memory as memoryResult } from './start.ts';

const SETTLE = 3_000;
const BOUND = 300;

/** Memory of the server with 1,000 open boards. `start` measures it idle. */
export const memory: Benchmark = {
  name: 'memory',
  measure: async () => {
    const { url, stop } = await startServer();
    try {
      const sockets = await openSocketPool({ url, count: SOCKETS, cookies: await registerUsers(url), query: SUBSCRIPTION });
      await wait(SETTLE);
      const megabytes = await megabytesOf(url);
      await sockets.close();
      return [memoryResult(`resident memory, ${SOCKETS.toLocaleString('en-US')} sockets`, megabytes, BOUND)];
    } finally {
      await stop();
    }
  },
};
