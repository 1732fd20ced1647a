import type { ApolloClient } from '@apollo/client';
import { useSyncExternalStore } from 'react';

export type ConnectionState = 'live' | 'catching up' | 'offline';

/** Milliseconds after which a server that does not come back is no matter of catching up any more. */
const OFFLINE_AFTER_MS = 10_000;

let socket: 'up' | 'down' | 'gone' = 'up';
let giveUp: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const waiting = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

/** The socket client reports here whether it is connected; a tab that needs no socket yet counts as live. */
export function setSocketState(state: 'up' | 'down'): void {
  if (state === socket || (state === 'down' && socket === 'gone')) return;
  const isBack = state === 'up' && socket !== 'up';
  socket = state;
  clearTimeout(giveUp);
  if (state === 'down') {
    giveUp = setTimeout(() => {
      socket = 'gone';
      announce();
    }, OFFLINE_AFTER_MS);
  }
  announce();
  if (isBack) for (const listener of [...waiting]) listener();
}

/** Hears when the server can be reached again, for what could not be asked while it was away. */
export function onReconnect(listener: () => void): () => void {
  waiting.add(listener);
  return () => {
    waiting.delete(listener);
  };
}

export function connectionState(): ConnectionState {
  if (!navigator.onLine || socket === 'gone') return 'offline';
  return socket === 'up' ? 'live' : 'catching up';
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether what is on the screen follows the server right now. */
export const useConnectionState = (): ConnectionState => useSyncExternalStore(subscribe, connectionState);

/** Asks again what failed. A failed answer stays in the client's memory, so showing the screen anew would not do. */
export const refetchFailedQueries = (client: ApolloClient) =>
  Promise.allSettled([...client.getObservableQueries()].filter((query) => query.getCurrentResult().error).map((query) => query.refetch()));
