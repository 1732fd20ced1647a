import { useCallback, useSyncExternalStore } from 'react';

const SHOWN_FOR = 2_000;

type Mark = { words: string; timer: ReturnType<typeof setTimeout> };

const marks = new Map<string, Mark>();
const listeners = new Map<string, Set<() => void>>();

const tell = (id: string) => {
  for (const listener of listeners.get(id) ?? []) listener();
};

/** Lets a card say for two seconds who just touched it, such as "Maya moved this". */
export function markMover(id: string, words: string): void {
  clearTimeout(marks.get(id)?.timer);
  const timer = setTimeout(() => {
    marks.delete(id);
    tell(id);
  }, SHOWN_FOR);
  marks.set(id, { words, timer });
  tell(id);
}

function listen(id: string, listener: () => void) {
  const mine = listeners.get(id) ?? new Set();
  listeners.set(id, mine.add(listener));
  return () => {
    mine.delete(listener);
    if (mine.size === 0) listeners.delete(id);
  };
}

/** What a card has to say; each card hears only of itself, so a busy board does not render as a whole. */
export function useRecentMover(id: string): string | null {
  const subscribe = useCallback((listener: () => void) => listen(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => marks.get(id)?.words ?? null);
}
