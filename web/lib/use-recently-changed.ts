import { useEffect, useRef, useState } from 'react';

/** Milliseconds for which a change by others is highlighted. */
const HIGHLIGHT_MS = 2_000;
/** More at once than an eye can follow. */
const MAX_HIGHLIGHTS = 6;

/** The ids of rows that were just added or changed, for as long as they are highlighted. */
export function useRecentlyChanged() {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    };
  }, []);

  const show = () => setChanged(new Set(timers.current.keys()));
  const markChanged = (id: string) => {
    if (!timers.current.has(id) && timers.current.size >= MAX_HIGHLIGHTS) return;
    clearTimeout(timers.current.get(id));
    const end = () => {
      timers.current.delete(id);
      show();
    };
    timers.current.set(id, setTimeout(end, HIGHLIGHT_MS));
    show();
  };
  return { changed, markChanged };
}
