import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** How the bytes of a stream travel; every one of these is legal and seen in the wild. */
export interface Wire {
  /** Lines end in CR LF. */
  readonly crlf?: boolean;
  /** A comment line before each event, as proxies send to keep a connection open. */
  readonly comments?: boolean;
  /** `pairs`: two events in one packet. `splitCharacters`: packets end inside each character of more than one byte. `bytes`: one byte per packet. */
  readonly packets?: 'events' | 'pairs' | 'splitCharacters' | 'bytes';
}

function* pairs(frames: readonly string[]) {
  for (let at = 0; at < frames.length; at += 2) yield Buffer.from(frames.slice(at, at + 2).join(''));
}

function* cutBytes(frames: readonly string[], cutBefore: (byte: number) => boolean) {
  const bytes = Buffer.from(frames.join(''));
  let from = 0;
  for (let at = 1; at <= bytes.length; at += 1) {
    if (at < bytes.length && !cutBefore(bytes.readUInt8(at))) continue;
    yield bytes.subarray(from, at);
    from = at;
  }
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;

function packetsOf(frames: readonly string[], wire: Wire): Iterable<Buffer> {
  if (wire.packets === 'pairs') return pairs(frames);
  if (wire.packets === 'splitCharacters') return cutBytes(frames, isContinuation);
  if (wire.packets === 'bytes') return cutBytes(frames, () => true);
  return frames.map((frame) => Buffer.from(frame));
}

/** Writes events as `text/event-stream`, each packet on its own, and leaves the response open. */
export async function writeEvents(response: ServerResponse, events: readonly unknown[], wire: Wire = {}) {
  const end = wire.crlf ? '\r\n' : '\n';
  const comment = wire.comments ? `: keep-alive${end}${end}` : '';
  const frames = events.map((event) => `${comment}data: ${typeof event === 'string' ? event : JSON.stringify(event)}${end}${end}`);
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const packet of packetsOf(frames, wire)) {
    if (response.destroyed) return;
    response.write(packet);
    await setImmediate();
  }
}
