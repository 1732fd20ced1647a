import { frameOf } from '../graphql/subscriptions/shared-results.ts';

/** FIN, and a message of text (RFC 6455, 5.2). What a server sends is not masked. */
const TEXT = 0x81;

/** A result as bytes, and the latest frame made with it. */
interface Prepared {
  readonly tail: Buffer;
  latest: { readonly head: string; readonly bytes: Buffer } | null;
}

const prepared = new WeakMap<object, Prepared>();

/**
 * A message that begins with `head` and ends with a shared result, as the frame of a WebSocket. Clients give their subscriptions
 * names of their own, so heads differ: the result is turned into bytes once, and copied behind each head.
 */
export function frame(result: object, head: string): Buffer {
  const known = prepared.get(result) ?? { tail: Buffer.from(`"payload":${frameOf(result)}}`), latest: null };
  prepared.set(result, known);
  if (known.latest?.head !== head) known.latest = { head, bytes: framed(head, known.tail) };
  return known.latest.bytes;
}

function framed(head: string, tail: Buffer): Buffer {
  const length = Buffer.byteLength(head) + tail.length;
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(start + length);
  bytes[0] = TEXT;
  if (start === 2) bytes[1] = length;
  else if (start === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(head, start);
  tail.copy(bytes, bytes.length - tail.length);
  return bytes;
}
