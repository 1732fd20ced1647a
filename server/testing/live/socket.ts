import { WebSocket } from 'ws';
import { z } from 'zod';

const Errors = z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).partial().optional() }));
const Result = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: Errors.optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_ack') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('next'), id: z.string(), payload: Result }),
  z.object({ type: z.literal('error'), id: z.string(), payload: Errors }),
  z.object({ type: z.literal('complete'), id: z.string() }),
]);
export type SocketMessage = z.output<typeof Message>;

interface SocketOptions {
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The payload of `connection_init`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Sends no `connection_init` until the test does. */
  readonly silent?: boolean;
}

/** A client of graphql-transport-ws that hides nothing: every message as it came. */
export function openSocket(url: string, { cookie = '', headers = {}, params, silent = false }: SocketOptions = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { ...(cookie && { cookie }), ...headers },
  });
  const frames: string[] = [];
  const messages: SocketMessage[] = [];
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  opened.promise.catch(() => undefined);
  const init = () => socket.send(JSON.stringify({ type: 'connection_init', payload: params }));
  socket.on('open', () => {
    if (!silent) init();
    opened.resolve();
  });
  socket.on('message', (frame) => {
    frames.push(String(frame));
    messages.push(Message.parse(JSON.parse(String(frame))));
  });
  socket.on('error', (error) => opened.reject(error));
  socket.on('close', (code, reason) => closed.resolve({ code, reason: String(reason) }));

  const of = (id: string) => messages.filter((message) => 'id' in message && message.id === id);
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const execute = (id: string, query: string, variables?: Record<string, unknown>, extensions?: Record<string, unknown>) =>
    send({ id, type: 'subscribe', payload: { query, variables, extensions } });
  return {
    socket,
    frames,
    messages,
    /** Rejects when the server refuses the connection. */
    opened: opened.promise,
    closed: closed.promise,
    isAcknowledged: () => messages.some(({ type }) => type === 'connection_ack'),
    send,
    init,
    /** Starts an operation. */
    execute,
    /** The messages of one operation. */
    of,
    /** The data of the results of one operation. */
    data: (id: string) => of(id).flatMap((message) => (message.type === 'next' ? [message.payload.data] : [])),
    /** The errors one operation ended with. */
    errors: (id: string) => of(id).flatMap((message) => (message.type === 'error' ? message.payload : [])),
    /** Stops reading, as a laptop that was closed does. */
    pause: () => socket.pause(),
    leave: () => socket.terminate(),
  };
}

export type TestSocket = ReturnType<typeof openSocket>;

/** The same, once it may be used. */
export async function connectSocket(url: string, options: SocketOptions): Promise<TestSocket> {
  const client = openSocket(url, options);
  await client.opened;
  const deadline = Date.now() + 5_000;
  while (!client.isAcknowledged()) {
    if (Date.now() > deadline) throw new Error('The server did not acknowledge the connection');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return client;
}
