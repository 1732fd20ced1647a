import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1) {
  count += by;
  for (const listener of listeners) listener();
}

/** Somebody opened something whose code is still on its way. Call what comes back once it is there. */
export function awaitPart(): () => void {
  change(1);
  return () => change(-1);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether something that was opened is still on its way. */
export const useAwaited = (): boolean => useSyncExternalStore(subscribe, () => count > 0);
