import type { Socket } from 'node:net';

let held: Socket[] = [];

function letGo(): void {
  const now = held;
  held = [];
  for (const wire of now) wire.uncork();
}

/** Writes to a connection together with all else that is written to it before the next look at the network: one call of the system. */
export function writeTogether(wire: Socket, bytes: Buffer, written?: () => void): void {
  if (wire.writableCorked === 0) {
    if (held.length === 0) setImmediate(letGo);
    wire.cork();
    held.push(wire);
  }
  wire.write(bytes, written);
}
