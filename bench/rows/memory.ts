import { setTimeout as wait } from 'node:timers/promises';
import { startProduct } from '../../e2e/product.ts';
import { openSockets } from '../crowd-of-sockets.ts';
import type { Row } from '../row.ts';
import { FOLLOW, people, SOCKETS } from './fan-out.ts';
import { memory as line, megabytesOf } from './start.ts';

const SETTLE = 3_000;
const BOUND = 300;

/** What a server holds while a thousand boards are open; idle, `start` measures it. */
export const memory: Row = {
  name: 'memory',
  measure: async () => {
    const { url, stop } = await startProduct();
    try {
      const sockets = await openSockets({ url, count: SOCKETS, cookies: await people(url), query: FOLLOW });
      await wait(SETTLE);
      const held = await megabytesOf(url);
      await sockets.close();
      return [line(`resident memory, ${SOCKETS.toLocaleString('en-US')} sockets`, held, BOUND)];
    } finally {
      await stop();
    }
  },
};
