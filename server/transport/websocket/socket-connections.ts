import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { isOver, type Viewer } from '#domain/viewer.ts';
import { addressPrefix } from '#server/network-address.ts';
import { createConnectionCounter } from '../connection-counter.ts';

/** Close codes a client acts on: sign in again, or come back later. */
export const CLOSE = { signedOut: 4401, goingAway: 1001, tryAgain: 1013 } as const;

export interface ConnectionLimits {
  readonly socketsPerPerson: number;
  /** Sockets that have not said yet whose they are, of all strangers together. */
  readonly strangers: number;
  /** The same from one address; of IPv6 from one /64. */
  readonly strangersPerAddress: number;
  /** Bytes waiting for a client that does not read. */
  readonly unsent: number;
  /** Milliseconds they may wait without any of them leaving. */
  readonly stalled: number;
}

/** Where a socket comes from: all that is kept of the request that opened it. */
export interface Origin {
  readonly wire: Pick<Socket, 'bytesWritten'>;
  readonly address: string;
  /** The `User-Agent` header; null when there was none. */
  readonly userAgent: string | null;
}

interface Connection extends Origin {
  readonly viewer: Viewer;
  /** The bytes that had left for the client when some last did, and when that was. */
  progress: { readonly bytes: number; readonly at: number };
}

/** How many bytes have left for the client by now. */
const sent = (client: WebSocket, { wire }: Origin): number => wire.bytesWritten - client.bufferedAmount;

/** Who is behind each open socket, and how well they read. `onTooMany` is called for each socket that is refused since too many are open. */
export function createConnections(limits: ConnectionLimits, onTooMany: (origin: Origin, viewer: Viewer | null) => void) {
  const connections = new Map<WebSocket, Connection>();
  const strangers = new Map<WebSocket, Origin>();
  const perPerson = createConnectionCounter();
  const perNetwork = createConnectionCounter();

  const forgetStranger = (client: WebSocket) => {
    const origin = strangers.get(client);
    if (strangers.delete(client) && origin) perNetwork.remove(addressPrefix(origin.address));
  };
  const forgetConnection = (client: WebSocket) => {
    const connection = connections.get(client);
    if (connections.delete(client) && connection) perPerson.remove(connection.viewer.id);
  };
  const end = (client: WebSocket) => {
    // From here on it may ask nothing more, however long it takes to close.
    forgetConnection(client);
    client.close(CLOSE.signedOut, 'Signed out');
  };
  const endAll = (ended: (credentialId: string) => boolean) => {
    for (const [client, { viewer }] of connections) if (ended(viewer.credential.id)) end(client);
  };

  return {
    /** Lets a socket in on behalf of a person, or closes it; whoever comes with a token takes the place of the cookie's owner. */
    admit: (client: WebSocket, viewer: Viewer, origin = strangers.get(client) ?? connections.get(client)): boolean => {
      // Who has left meanwhile will not say so again.
      if (client.readyState !== client.OPEN || !origin) return false;
      // A socket that is somebody's already is not counted twice.
      const own = perPerson.of(viewer.id) - (connections.get(client)?.viewer.id === viewer.id ? 1 : 0);
      if (own >= limits.socketsPerPerson) {
        onTooMany(origin, viewer);
        client.close(CLOSE.tryAgain, 'Too many connections');
        return false;
      }
      forgetStranger(client);
      forgetConnection(client);
      perPerson.add(viewer.id);
      const { wire, address, userAgent } = origin;
      connections.set(client, { wire, address, userAgent, viewer, progress: { bytes: sent(client, origin), at: performance.now() } });
      return true;
    },
    /** Waits for a socket to say whose it is, unless too many do: in all, or from where it comes. */
    expect: (client: WebSocket, origin: Origin): boolean => {
      const network = addressPrefix(origin.address);
      if (strangers.size >= limits.strangers || perNetwork.of(network) >= limits.strangersPerAddress) {
        onTooMany(origin, null);
        client.close(CLOSE.tryAgain, 'Too many connections');
        return false;
      }
      strangers.set(client, origin);
      perNetwork.add(network);
      return true;
    },
    forget: (client: WebSocket) => {
      forgetConnection(client);
      forgetStranger(client);
    },
    /** Whose it is, and where it comes from; null where it has not said so, or has been ended. */
    of: (client: WebSocket): Pick<Connection, 'viewer' | 'address' | 'userAgent'> | null => connections.get(client) ?? null,
    /** Where it comes from, whether or not it has said whose it is; null once it was forgotten. */
    originOf: (client: WebSocket): Origin | null => connections.get(client) ?? strangers.get(client) ?? null,
    credentials: (): readonly string[] => [...new Set([...connections.values()].map(({ viewer }) => viewer.credential.id))],
    end,
    endAll,
    /** A token that is over ends its sockets without anybody being asked. */
    closeExpired: (now: Date) => {
      for (const [client, { viewer }] of connections) if (isOver(viewer, now)) end(client);
    },
    size: () => connections.size,
    /** A client that reads nothing for too long, or lets too much pile up, is told to come back later. */
    closeStalled: () => {
      const now = performance.now();
      for (const [client, connection] of connections) {
        const bytes = sent(client, connection);
        if (client.bufferedAmount === 0 || bytes > connection.progress.bytes) connection.progress = { bytes, at: now };
        if (client.bufferedAmount > limits.unsent || now - connection.progress.at >= limits.stalled) tooSlow(client);
      }
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;

export function tooSlow(client: WebSocket): void {
  client.close(CLOSE.tryAgain, 'Too slow');
  client.terminate();
}
