import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

/** A chunk of the client did not load: the server is away, or has been updated since the page was opened. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  /** Forgets the failure, so that the next render loads the chunk again. */
  readonly reset: () => void;
  /** Loads the chunk again. */
  readonly retry: () => Promise<unknown>;

  constructor(cause: unknown, { reset, retry }: Pick<ChunkLoadError, 'reset' | 'retry'>) {
    super('A part of Callboard could not be loaded.', { cause });
    this.reset = reset;
    this.retry = retry;
  }
}

export type Preloadable = {
  /** Loads the code ahead of the first render; false if that failed, which a later try may repair. */
  preload: () => Promise<boolean>;
};

export type LazyComponent<Props> = ComponentType<Props> & Preloadable;

/** `React.lazy` that can be preloaded, renders at once when it was, and can be tried again after a failure. */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<{ default: ComponentType<Props> }> | null = null;
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return { default: component };
      },
      (cause: unknown) => {
        loading = null;
        throw new ChunkLoadError(cause, { reset, retry: loadOnce });
      },
    );
    return loading;
  };
  // React remembers a rejected component for good: another try needs another one.
  let Lazy: ComponentType<Props> = lazy<ComponentType<Props>>(loadOnce);
  const reset = () => {
    Lazy = lazy<ComponentType<Props>>(loadOnce);
  };
  function LazyWithPreload(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  const preload = () =>
    loadOnce().then(
      () => true,
      () => false,
    );
  return Object.assign(LazyWithPreload, { preload });
}

/** Props for the element that opens a lazy component: preloads it on hover and focus. */
export const preloadOnIntent = ({ preload }: Preloadable) => ({ onPointerEnter: () => void preload(), onFocus: () => void preload() });

/** Milliseconds after which the first screen has long been drawn. */
const IDLE_AFTER_MS = 3_000;

let hasBeenIdle = false;

/** Whether the first screen has been drawn for a while, for parts of it that load after everything else. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(hasBeenIdle);
  useEffect(() => {
    const timer = setTimeout(() => {
      hasBeenIdle = true;
      setIdle(true);
    }, IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

/** Preloads components once the page is idle, because the server may be unreachable later. */
export function usePreloadWhenIdle(...components: readonly Preloadable[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which components a screen has does not change
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of components) void preload();
    }, IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Reloads the page if the server answers: browsers remember for the life of a page that a module did not load. */
export async function reloadIfReachable(): Promise<void> {
  const reachable = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (reachable) window.location.reload();
}
