import { connect, createServer, type Socket } from 'node:net';
import { z } from 'zod';

/** The way to a server or to its database, which a test can cut. */
export interface TcpProxy {
  /** The address of the near end. */
  readonly url: string;
  /** Breaks every connection and takes no new one. */
  cut(): Promise<void>;
  /** Lets connections through again. */
  mend(): Promise<void>;
  /** Drops all data of the open connections without closing them: a host that disappeared. New ones work. */
  freeze(): void;
  close(): Promise<void>;
}

const Listening = z.object({ port: z.number() });

/** Opens a way to the server at this address. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const far = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const beyond = connect(Number(far.port || 5432), far.hostname);
    for (const [socket, other] of [
      [near, beyond],
      [beyond, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(beyond).pipe(near);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = Listening.parse(server.address());
  const at = new URL(url);
  at.hostname = '127.0.0.1';
  at.port = String(port);
  return {
    url: at.href.replace(/\/$/, ''),
    cut: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
