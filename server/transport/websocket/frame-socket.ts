import { WebSocket } from 'ws';
import { frameOf } from '../graphql/shared-results.ts';

// graphql-ws writes a message and hands it to the socket in one go, so the frame that the placeholder stands for
// is always the last one put aside here.
const PLACEHOLDER = 'callboard shared frame';
const ENDING = `"payload":"${PLACEHOLDER}"}`;
let aside: string | null = null;

/** For `JSON.stringify`: puts a shared result's text aside and leaves a mark in its place. */
export function placeholder(key: string, value: unknown): unknown {
  if (key !== 'payload' || typeof value !== 'object' || value === null) return value;
  aside = frameOf(value);
  return aside === null ? value : PLACEHOLDER;
}

/**
 * A socket that puts the shared text where its mark is: one event is written as text once, not once a socket. A message
 * that does not get through is no failure of its sender: the connection is over then, and says so by itself.
 */
export class FrameSocket extends WebSocket {
  override send(data: unknown, ...rest: unknown[]): void {
    const sent = rest.at(-1);
    const heard = typeof sent === 'function' ? [...rest.slice(0, -1), () => sent()] : rest;
    Reflect.apply(super.send, this, [whole(data), ...heard]);
  }
}

function whole(data: unknown): unknown {
  if (aside === null || typeof data !== 'string' || !data.endsWith(ENDING)) return data;
  const text = `${data.slice(0, -ENDING.length)}"payload":${aside}}`;
  aside = null;
  return text;
}
