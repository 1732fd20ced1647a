import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloLink } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { buildSchema, parse } from 'graphql';
import { useServer as serve } from 'graphql-ws/use/ws';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { clientOver } from '#web/testing/render.tsx';
import { connectionState } from './connection-state.ts';
import { resumeLink } from './resume-link.ts';
import { onSessionEnded } from './session-signals.ts';
import { createSocket } from './socket.ts';

const schema = buildSchema('type Query { now: Int } type Subscription { counted(after: String): Int! }');
const Counted = parse('subscription Counted($after: String) { counted(after: $after) }');

/** A server that counts on from `after`, three numbers per connection, and then waits. */
async function openServer() {
  const starts: unknown[] = [];
  const http = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server: http, path: '/graphql' });
  serve(
    {
      schema,
      roots: {
        subscription: {
          async *counted({ after }: { after: string }) {
            starts.push(after);
            for (let n = 1; n <= 3; n += 1) yield { counted: Number(after) + n };
            await new Promise(() => undefined);
          },
        },
      },
    },
    sockets,
  );
  await vi.waitFor(() => expect(http.listening).toBe(true));
  const { port } = http.address() as AddressInfo;
  const drop = (code?: number) => {
    for (const socket of sockets.clients) code ? socket.close(code) : socket.terminate();
  };
  const close = () => {
    drop();
    http.close();
  };
  return { url: `ws://127.0.0.1:${port}/graphql`, starts, drop, close };
}

describe('the socket', () => {
  const endings: (() => void)[] = [];
  afterEach(() => {
    for (const end of endings.splice(0)) end();
  });

  async function listen() {
    const server = await openServer();
    const client = clientOver(ApolloLink.from([resumeLink, new GraphQLWsLink(createSocket(server.url, { webSocketImpl: WebSocket }))]));
    const received: number[] = [];
    const subscription = client
      .subscribe<{ counted: number }>({ query: Counted, context: { position: () => String(received.at(-1) ?? 0) } })
      .subscribe(({ data }) => data && received.push(data.counted));
    endings.push(
      () => subscription.unsubscribe(),
      () => server.close(),
    );
    await vi.waitFor(() => expect(received).toEqual([1, 2, 3]));
    return { server, received };
  }

  it('reconnects after a drop and resumes after the last event, none missed, none twice', async () => {
    const { server, received } = await listen();
    server.drop();
    await vi.waitFor(() => expect(connectionState()).toBe('reconnecting'));
    await vi.waitFor(() => expect(received).toEqual([1, 2, 3, 4, 5, 6]), { timeout: 3_000 });
    expect(server.starts).toEqual(['0', '3']);
    expect(connectionState()).toBe('live');
  });

  it('reconnects immediately when the browser is online again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { server, received } = await listen();
    server.drop();
    await vi.waitFor(() => expect(connectionState()).toBe('reconnecting'));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(received).toHaveLength(6), { timeout: 300 });
  });

  it('closes a connection that a lost network left half-open', async () => {
    const { received } = await listen();
    window.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(connectionState()).toBe('reconnecting'));
    await vi.waitFor(() => expect(received).toEqual([1, 2, 3, 4, 5, 6]), { timeout: 3_000 });
    expect(connectionState()).toBe('live');
  });

  it('reports an ended session on close code 4401, and does not reconnect', async () => {
    const ended = vi.fn();
    endings.push(onSessionEnded(ended));
    const { server } = await listen();
    server.drop(4401);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(server.starts).toEqual(['0']);
  });
});
