import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to the server whose connection can be cut and restored. */
export interface NetworkProxy {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openNetworkProxy(home: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(home);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return socket.destroy();
    const upstream = connect(Number(port), hostname);
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
      each.on('close', () => sockets.delete(each));
    }
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    return socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The line has no port');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true;
      hangUp();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
