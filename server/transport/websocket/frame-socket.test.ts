import { once } from 'node:events';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { createSharedResults } from '../graphql/subscriptions/shared-results.ts';
import { FrameSocket, placeholder } from './frame-socket.ts';

const Address = z.object({ port: z.number() });

it('a result that was put aside for a client who left is told to nobody else', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: FrameSocket });
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${Address.parse(server.address()).port}`);
  const [socket]: FrameSocket[] = await accepted;
  const result = await createSharedResults().of({ document: parse('{ name }'), variables: {} })(1n, async () => ({ data: { name: 'Jo' } }));

  // Written for a socket that is no longer open, and so never sent; what a stranger's ping says comes back as it is.
  JSON.stringify({ id: '1', type: 'next', payload: result }, placeholder);
  const pong = JSON.stringify({ type: 'pong', payload: 'callboard shared frame' }, placeholder);
  socket?.send(pong);
  expect(String((await once(client, 'message'))[0])).toBe(pong);

  client.terminate();
  server.close();
});
