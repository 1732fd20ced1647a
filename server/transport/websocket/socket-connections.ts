import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Viewer } from '#domain/viewer.ts';
import { addressPrefix } from '#server/network-address.ts';
import { CLOSE } from '../errors.ts';
import { createConnectionCounter } from '../open-connections.ts';

export interface ConnectionLimits {
  readonly socketsPerPerson: number;
  /** Sockets that have not authenticated yet, of all clients together. */
  readonly unauthenticated: number;
  /** The same from one address; of IPv6 from one /64. */
  readonly unauthenticatedPerAddress: number;
  /** Bytes that may wait for a client that does not read. */
  readonly bufferedBytes: number;
  /** Milliseconds they may wait without any of them leaving. */
  readonly stallTimeout: number;
}

/** The origin of a socket: all that is stored of the request that opened it. */
export interface Origin {
  readonly wire: Pick<Socket, 'bytesWritten'>;
  readonly address: string;
  /** The `User-Agent` header; null when there was none. */
  readonly userAgent: string | null;
}

interface Connection extends Origin {
  readonly viewer: Viewer;
  /** How many bytes had left for the client when some last did, and when that was. */
  progress: { readonly bytes: number; readonly at: number };
}

const sentBytes = (client: WebSocket, { wire }: Origin): number => wire.bytesWritten - client.bufferedAmount;

/** Whose each open socket is, and how well it reads. `onTooMany` is called for each socket that is closed because too many are open. */
export function createConnections(limits: ConnectionLimits, onTooMany: (origin: Origin, viewer: Viewer | null) => void) {
  const connections = new Map<WebSocket, Connection>();
  const unauthenticated = new Map<WebSocket, Origin>();
  const perPerson = createConnectionCounter();
  const perNetwork = createConnectionCounter();

  const forgetUnauthenticated = (client: WebSocket) => {
    const origin = unauthenticated.get(client);
    if (unauthenticated.delete(client) && origin) perNetwork.remove(addressPrefix(origin.address));
  };
  const forgetConnection = (client: WebSocket) => {
    const connection = connections.get(client);
    if (connections.delete(client) && connection) perPerson.remove(connection.viewer.id);
  };

  return {
    /** Opens a socket for a person, or closes it; a token replaces the person of the cookie. */
    admit: (client: WebSocket, viewer: Viewer, origin = unauthenticated.get(client) ?? connections.get(client)): boolean => {
      // A client that left in the meantime emits no further `close`.
      if (client.readyState !== client.OPEN || !origin) return false;
      // A socket that is already this person's is not counted twice.
      const others = perPerson.get(viewer.id) - (connections.get(client)?.viewer.id === viewer.id ? 1 : 0);
      if (others >= limits.socketsPerPerson) {
        onTooMany(origin, viewer);
        closeWith(client, CLOSE.tooManyConnections);
        return false;
      }
      forgetUnauthenticated(client);
      forgetConnection(client);
      perPerson.add(viewer.id);
      const { wire, address, userAgent } = origin;
      connections.set(client, { wire, address, userAgent, viewer, progress: { bytes: sentBytes(client, origin), at: performance.now() } });
      return true;
    },
    /** Waits for a socket to authenticate, unless too many do: in all, or from its address. */
    awaitAuthentication: (client: WebSocket, origin: Origin): boolean => {
      const network = addressPrefix(origin.address);
      if (unauthenticated.size >= limits.unauthenticated || perNetwork.get(network) >= limits.unauthenticatedPerAddress) {
        onTooMany(origin, null);
        closeWith(client, CLOSE.tooManyConnections);
        return false;
      }
      unauthenticated.set(client, origin);
      perNetwork.add(network);
      return true;
    },
    forget: (client: WebSocket) => {
      forgetConnection(client);
      forgetUnauthenticated(client);
    },
    /** Whose it is and where it comes from; null before it has authenticated and after it was ended. */
    get: (client: WebSocket): Pick<Connection, 'viewer' | 'address' | 'userAgent'> | null => connections.get(client) ?? null,
    /** Where it comes from, authenticated or not; null once it was forgotten. */
    originOf: (client: WebSocket): Origin | null => connections.get(client) ?? unauthenticated.get(client) ?? null,
    list: (): Iterable<readonly [WebSocket, Viewer]> => Array.from(connections, ([client, { viewer }]) => [client, viewer] as const),
    /** Signs a socket out. It may start no operation from here on, however long it takes to close. */
    end: (client: WebSocket) => {
      forgetConnection(client);
      closeWith(client, CLOSE.signedOut);
    },
    size: () => connections.size,
    /** Closes clients that read nothing for too long, or let too much pile up. */
    closeStalled: () => {
      const now = performance.now();
      for (const [client, connection] of connections) {
        const bytes = sentBytes(client, connection);
        if (client.bufferedAmount === 0 || bytes > connection.progress.bytes) connection.progress = { bytes, at: now };
        if (client.bufferedAmount > limits.bufferedBytes || now - connection.progress.at >= limits.stallTimeout) closeSlow(client);
      }
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;

export const closeWith = (client: WebSocket, { code, reason }: { readonly code: number; readonly reason: string }): void =>
  client.close(code, reason);

export function closeSlow(client: WebSocket): void {
  closeWith(client, CLOSE.tooSlow);
  client.terminate();
}
