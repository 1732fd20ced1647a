import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { FuzzRequest, HttpRequest, RawRequest, SocketRequest } from './requests.ts';

export interface Outcome {
  /** The HTTP status, the WebSocket's close code, or why there is neither. */
  readonly status: string;
  /** Error codes in the response. */
  readonly codes: readonly string[];
  readonly bytes: number;
  readonly ms: number;
  /** The first 64 kB of the response. */
  readonly text: string;
}

export interface Sender {
  send(request: FuzzRequest, headers: Readonly<Record<string, string>>): Promise<Outcome>;
  close(): void;
}

/** Milliseconds for a complete response. Database statements time out long before. */
const TIMEOUT_MS = 60_000;
/** Milliseconds until a stream or socket is closed by the client. */
const STREAM_MS = 400;
const MAX_TEXT = 64 * 1_024;

const codesIn = (text: string): string[] => [...new Set([...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code ?? ''))];

export function createSender(url: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  const answerTo = (request: FuzzRequest, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    if (request.via === 'http') return sendHttp(url, agent, request, headers);
    return request.via === 'socket' ? sendFrames(url, request, headers) : sendBytes(hostname, Number(port), request, headers);
  };
  return {
    send: async (request, headers) => {
      const begun = performance.now();
      const { status, text, bytes } = await answerTo(request, headers);
      return { status, codes: codesIn(text), bytes, text, ms: performance.now() - begun };
    },
    close: () => agent.destroy(),
  };
}

interface Answer {
  readonly status: string;
  readonly text: string;
  readonly bytes: number;
}

function sendHttp(url: string, agent: Agent, request: HttpRequest, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let text = '';
  let bytes = 0;
  const isStream = request.headers.accept?.includes('event-stream') ?? false;
  const hangUpAfter = request.hangUpAfter ?? (isStream ? STREAM_MS : null);
  const outgoing = httpRequest(`${url}${request.path}`, {
    agent,
    method: request.method,
    headers: { ...request.headers, ...headers, ...(request.body !== null && { 'content-length': Buffer.byteLength(request.body) }) },
    timeout: TIMEOUT_MS,
  });
  const settle = (status: string) => resolve({ status, text, bytes });
  const timer = hangUpAfter === null ? null : setTimeout(() => outgoing.destroy(new Error('hung up')), hangUpAfter);
  const late = setTimeout(() => outgoing.destroy(new Error('no answer')), TIMEOUT_MS);
  outgoing.on('response', (answer: IncomingMessage) => {
    answer.on('data', (part: Buffer) => {
      bytes += part.length;
      if (text.length < MAX_TEXT) text += part.toString('latin1');
    });
    answer.on('end', () => settle(String(answer.statusCode)));
    answer.on('error', () => settle(`${answer.statusCode} cut off`));
  });
  outgoing.on('error', (error) => settle('code' in error && typeof error.code === 'string' ? error.code : error.message));
  outgoing.end(request.body ?? undefined);
  return promise.finally(() => {
    clearTimeout(late);
    if (timer) clearTimeout(timer);
  });
}

async function sendFrames(url: string, request: SocketRequest, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers: { ...headers } });
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  let text = '';
  let bytes = 0;
  socket.on('message', (message) => {
    const frame = String(message);
    bytes += frame.length;
    if (text.length < MAX_TEXT) text += frame;
  });
  socket.on('close', (code) => resolve(`closed ${code}`));
  socket.on('error', (error) => resolve(error.message.replace('Unexpected server response: ', '')));
  socket.on('open', () => {
    if (request.sendsInit) socket.send('{"type":"connection_init"}');
    for (const frame of request.frames) socket.send(frame);
    for (let ping = 0; ping < request.pings; ping += 1) socket.ping();
  });
  const status = await Promise.race([closed, delay(STREAM_MS, 'open')]);
  socket.terminate();
  return { status, text, bytes };
}

async function sendBytes(host: string, port: number, { parts }: RawRequest, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = '';
  let bytes = 0;
  const socket = connect(port, host);
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
    if (text.length < MAX_TEXT) text += part.toString('latin1');
  });
  socket.on('close', () => resolve()).on('error', () => resolve());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  for (const part of parts) {
    socket.write(typeof part === 'string' ? Buffer.from(part.replace('{{headers}}', lines.join('')), 'latin1') : part);
    await delay(5);
  }
  await Promise.race([promise, delay(STREAM_MS)]);
  socket.destroy();
  return { status: /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? (text ? 'other bytes' : 'no bytes'), text, bytes };
}
