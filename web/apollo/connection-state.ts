import type { ApolloClient } from '@apollo/client';
import { useSyncExternalStore } from 'react';

export type ConnectionState = 'live' | 'reconnecting' | 'offline';

/** After this time a lost connection counts as offline. */
const OFFLINE_AFTER_MS = 10_000;

let socket: 'up' | 'down' | 'lost' = 'up';
let giveUp: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const waiting = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

/** The socket client reports here whether it is connected; a tab that needs no socket yet counts as live. */
export function setSocketState(state: 'up' | 'down'): void {
  if (state === socket || (state === 'down' && socket === 'lost')) return;
  const isBack = state === 'up' && socket !== 'up';
  socket = state;
  clearTimeout(giveUp);
  if (state === 'down') {
    giveUp = setTimeout(() => {
      socket = 'lost';
      announce();
    }, OFFLINE_AFTER_MS);
  }
  announce();
  if (isBack) for (const listener of [...waiting]) listener();
}

/** Calls the listener when the server can be reached again. */
export function onReconnect(listener: () => void): () => void {
  waiting.add(listener);
  return () => {
    waiting.delete(listener);
  };
}

export function connectionState(): ConnectionState {
  if (!navigator.onLine || socket === 'lost') return 'offline';
  return socket === 'up' ? 'live' : 'reconnecting';
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

/** The state of the connection that keeps the screen up to date. */
export const useConnectionState = (): ConnectionState => useSyncExternalStore(subscribe, connectionState);

/** Refetches failed queries. Apollo caches the error, so rendering the screen again would not. */
export const refetchFailedQueries = (client: ApolloClient) =>
  Promise.allSettled([...client.getObservableQueries()].filter((query) => query.getCurrentResult().error).map((query) => query.refetch()));
