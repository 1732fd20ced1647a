import { once } from 'node:events';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import { createSharedResults } from '../graphql/subscriptions/shared-results.ts';
import { frameOf, insertPlaceholder, SharedResultSocket } from './shared-result-socket.ts';

const Address = z.object({ port: z.number() });

it('a result for a client that disconnected is delivered to nobody else', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: SharedResultSocket });
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${Address.parse(server.address()).port}`);
  const [socket]: SharedResultSocket[] = await accepted;
  const result = await shared('Jo');

  // Written for a socket that is already closed, and so never sent; the payload of a stranger's ping comes back unchanged.
  JSON.stringify({ id: '1', type: 'next', payload: result }, insertPlaceholder);
  const pong = JSON.stringify({ type: 'pong', payload: 'callboard shared frame' }, insertPlaceholder);
  socket?.send(pong);
  expect(String((await once(client, 'message'))[0])).toBe(pong);

  client.terminate();
  server.close();
});

const shared = (name: string) =>
  createSharedResults().of({ document: parse('{ name }'), variables: {} })(1n, SERVER_ACCESS, async () => ({
    result: { data: { name } },
    agrees: () => true,
  }));

// The lengths around which the length field of a frame has another form (RFC 6455, 5.2).
it.each([
  [60, '813c'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('a message of %i bytes begins with its length', async (length, start) => {
  const head = '{"id":"ü",';
  const empty = Buffer.byteLength(`${head}"payload":{"data":{"name":""}}}`);
  const name = 'x'.repeat(length - empty);
  const bytes = frameOf(await shared(name), head);
  expect(bytes.toString('hex', 0, start.length / 2)).toBe(start);
  expect(bytes.toString('utf8', start.length / 2)).toBe(`${head}"payload":{"data":{"name":"${name}"}}}`);
});

it('the same result goes out under each client’s own name', async () => {
  const result = await shared('Jo “the quick” March');
  const [one, other, again] = ['{"id":"1",', '{"id":"another",', '{"id":"1",'].map((head) => frameOf(result, head));
  expect(one?.subarray(2).toString()).toBe('{"id":"1","payload":{"data":{"name":"Jo “the quick” March"}}}');
  expect(other?.subarray(2).toString()).toBe('{"id":"another","payload":{"data":{"name":"Jo “the quick” March"}}}');
  expect(again).toEqual(one);
});
