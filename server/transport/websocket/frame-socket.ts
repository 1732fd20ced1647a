import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { frameOf } from '../graphql/subscriptions/shared-results.ts';
import { frame } from './frame.ts';
import { writeTogether } from './write-together.ts';

// graphql-ws writes a message and hands it to the socket in one go, so the result that the placeholder stands for
// is always the last one put aside here.
const PLACEHOLDER = 'callboard shared frame';
// Only a message that tells a result ends so; what a client says comes back to it in a pong, whatever it is.
const ENDING = `"type":"next","payload":"${PLACEHOLDER}"}`;
const HEAD = -`"payload":"${PLACEHOLDER}"}`.length;
let aside: object | null = null;

/** For `JSON.stringify`: puts a shared result aside and leaves a mark in its place. */
export function placeholder(key: string, value: unknown): unknown {
  if (key !== 'payload' || typeof value !== 'object' || value === null || frameOf(value) === null) return value;
  aside = value;
  return PLACEHOLDER;
}

/** Bytes that may wait for a client before what is sent to it waits, too. */
const READY = 16 * 1024;

/**
 * A socket that sends a shared result as the bytes it was written to once. A message that does not get through is no
 * failure of its sender: the connection is over then, and says so by itself.
 */
export class FrameSocket extends WebSocket {
  #wire: Socket | null = null;

  /** The connection beneath, which takes frames that are ready as they are. */
  carriedBy(wire: Socket): void {
    this.#wire = wire;
  }

  override send(data: unknown, ...rest: unknown[]): void {
    const result = aside;
    aside = null;
    const last = rest.at(-1);
    const sent = typeof last === 'function' ? () => void last() : () => undefined;
    const shared = result && typeof data === 'string' && data.endsWith(ENDING) ? { result, head: data.slice(0, HEAD) } : null;
    const wire = this.#wire;
    if (!shared) {
      Reflect.apply(super.send, this, typeof last === 'function' ? [data, ...rest.slice(0, -1), sent] : [data, ...rest]);
    } else if (!wire || this.readyState !== this.OPEN) {
      Reflect.apply(super.send, this, [`${shared.head}"payload":${frameOf(shared.result)}}`, sent]);
    } else {
      const ready = wire.writableLength < READY;
      writeTogether(wire, frame(shared.result, shared.head), ready ? undefined : sent);
      if (ready) sent();
    }
  }
}
