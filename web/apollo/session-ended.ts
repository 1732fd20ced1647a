const listeners = new Set<() => void>();

/** Tells the session gate that the server no longer knows this session. */
export function notifySessionEnded(): void {
  for (const listener of listeners) listener();
}

/** Hears when the session ends, however it was noticed. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
