type Listener = () => void;

function createSignal() {
  const listeners = new Set<Listener>();
  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Tells the session gate that the session has ended on the server, however it was detected. */
export const { notify: notifySessionEnded, subscribe: onSessionEnded } = createSignal();

/** Tells it that a subscription has to load anew: what the person may do may have changed. */
export const { notify: notifyResync, subscribe: onResync } = createSignal();

/** Tells it that the person signed out on purpose, in this tab or in another: the page goes, whatever is on it. */
const signedOut = createSignal();
export const onSignedOut = signedOut.subscribe;

// The other tabs of this browser are someone's who left, too.
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('callboard.signed-out');
tabs?.addEventListener('message', signedOut.notify);

export function notifySignedOut(): void {
  signedOut.notify();
  tabs?.postMessage(null);
}
