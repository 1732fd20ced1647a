import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface ReverseProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** The public host name, and the client address of every request. */
const HOST = 'crm.example.com';
export const CLIENT = '203.0.113.9';

/** The headers of a proxied request, as set by nginx in docs/operating.md: the client’s address is appended last. */
function forwarded({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  const before = headers['x-forwarded-for'];
  return {
    ...headers,
    host: HOST,
    'x-forwarded-for': before ? `${String(before)}, ${CLIENT}` : CLIENT,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': HOST,
  };
}

/** A round-robin proxy that skips servers which refuse connections. */
export async function openProxy(targets: readonly string[]): Promise<ReverseProxy> {
  let count = 0;
  const nextTargets = () => {
    count += 1;
    return targets.map((_, at) => targets[(count + at) % targets.length] ?? '');
  };

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => null);
    if (body) forward(incoming, outgoing, body, nextTargets());
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => forwardSocket(incoming, socket, head, nextTargets()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, [target, ...others]: readonly string[]): void {
  if (!target) {
    outgoing.writeHead(502).end();
    return;
  }
  const proxied = request(`${target}${incoming.url}`, { method: incoming.method, headers: forwarded(incoming), agent: false });
  proxied.on('response', (from) => {
    outgoing.writeHead(from.statusCode ?? 502, from.headers);
    // Chunks are written as they arrive: a buffering proxy would break event streams.
    from.on('data', (chunk) => outgoing.write(chunk)).on('end', () => outgoing.end());
    from.on('error', () => outgoing.destroy());
  });
  proxied.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    // Retried only if the request certainly never arrived.
    else if ('code' in error && error.code === 'ECONNREFUSED') forward(incoming, outgoing, body, others);
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => proxied.destroy());
  proxied.end(body);
}

function forwardSocket(incoming: IncomingMessage, client: Duplex, head: Buffer, [target, ...others]: readonly string[]): void {
  if (!target) {
    client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    return;
  }
  const { hostname, port } = new URL(target);
  const upstream = connect(Number(port), hostname);
  let isConnected = false;
  upstream.on('connect', () => {
    isConnected = true;
    const headers = Object.entries(forwarded(incoming)).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => (isConnected ? client.destroy() : forwardSocket(incoming, client, head, others)));
  upstream.on('close', () => isConnected && client.destroy());
  client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
}
