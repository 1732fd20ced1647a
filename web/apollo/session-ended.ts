const listeners = new Set<() => void>();

/** Notifies the session gate that the session has ended on the server. */
export function notifySessionEnded(): void {
  for (const listener of listeners) listener();
}

/** Subscribes to the end of the session, however it was detected. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
