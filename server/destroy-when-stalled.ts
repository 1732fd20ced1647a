import type { ServerResponse } from 'node:http';

/**
 * Destroys a response when its client has read nothing for so many milliseconds while data waits to be sent: such a client would
 * hold its memory and its slot. Returns a function that stops watching.
 */
export function destroyWhenStalled(response: ServerResponse, milliseconds: number): () => void {
  let progress = { sent: 0, at: performance.now() };
  const timer = setInterval(() => {
    const { socket } = response;
    if (!socket) return;
    const now = performance.now();
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || sent > progress.sent) progress = { sent, at: now };
    else if (now - progress.at >= milliseconds) response.destroy();
  }, milliseconds / 10);
  return () => clearInterval(timer);
}
