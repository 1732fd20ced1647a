import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#server/logger.ts';
import { createReconnectingClient } from './reconnecting-client.ts';

const Listening = z.object({ port: z.number() });
const sockets = new Set<Socket>();
/** A database that accepts connections and never replies. */
const silent = createServer((socket) => void sockets.add(socket));
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const open = () => {
  const { port } = Listening.parse(silent.address());
  return createReconnectingClient({
    url: `postgresql://nobody@127.0.0.1:${port}/nothing`,
    name: 'test',
    log: createLogger('silent'),
    onConnect: async () => undefined,
    onDisconnect: () => undefined,
  });
};

it('can be given up before the database was reached', async () => {
  const client = open();
  await client.close();
  expect(await client.ready).toBeUndefined();
}, 4_000);

it('can be given up while the database has not answered yet', async () => {
  const known = sockets.size;
  const client = open();
  await expect.poll(() => sockets.size).toBe(known + 1);
  await client.close();
  expect(await client.ready).toBeUndefined();
}, 4_000);
