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
