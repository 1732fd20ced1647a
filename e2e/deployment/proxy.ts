import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface FrontDoor {
  readonly url: string;
  close(): Promise<void>;
}

/** The name people know the product by, and where all of them seem to come from. */
const HOST = 'crm.example.com';
export const CLIENT = '203.0.113.9';

/** What a proxy adds, as docs/operating.md has nginx do it: the address it was asked from comes last. */
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

/** A proxy in front of several servers: each takes its turn, and one that does not answer is passed over. */
export async function openProxy(targets: readonly string[]): Promise<FrontDoor> {
  let turn = 0;
  const inTurn = () => {
    turn += 1;
    return targets.map((_, at) => targets[(turn + at) % targets.length] ?? '');
  };

  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null);
    if (body) pass(asked, answer, body, inTurn());
  });
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => passSocket(asked, socket, head, inTurn()));
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

function pass(asked: IncomingMessage, answer: ServerResponse, body: Buffer, [target, ...others]: readonly string[]): void {
  if (!target) {
    answer.writeHead(502).end();
    return;
  }
  const passed = request(`${target}${asked.url}`, { method: asked.method, headers: forwarded(asked), agent: false });
  passed.on('response', (from) => {
    answer.writeHead(from.statusCode ?? 502, from.headers);
    // Told at once, piece by piece: a stream that is gathered first is no stream.
    from.on('data', (piece) => answer.write(piece)).on('end', () => answer.end());
    from.on('error', () => answer.destroy());
  });
  passed.on('error', (error) => {
    if (answer.headersSent) answer.destroy();
    // Only what surely never arrived is asked of another.
    else if ('code' in error && error.code === 'ECONNREFUSED') pass(asked, answer, body, others);
    else answer.writeHead(502).end();
  });
  answer.on('close', () => passed.destroy());
  passed.end(body);
}

function passSocket(asked: IncomingMessage, near: Duplex, head: Buffer, [target, ...others]: readonly string[]): void {
  if (!target) {
    near.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    return;
  }
  const { hostname, port } = new URL(target);
  const far = connect(Number(port), hostname);
  let stands = false;
  far.on('connect', () => {
    stands = true;
    const headers = Object.entries(forwarded(asked)).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    far.write(head);
    near.pipe(far).pipe(near);
  });
  far.on('error', () => (stands ? near.destroy() : passSocket(asked, near, head, others)));
  far.on('close', () => stands && near.destroy());
  near.on('error', () => far.destroy()).on('close', () => far.destroy());
}
