import { useEffect, useRef, useState } from 'react';

/** How long something stands out that others have just changed. */
const SHOWN_FOR = 2_000;
/** More than these at once is a storm, not something an eye can follow. */
const AT_ONCE = 6;

/** The ids of what has just come or changed, for as long as it stands out. */
export function useRecentlyChanged() {
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const timers = told.current;
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);

  const show = () => setNews(new Set(told.current.keys()));
  const tell = (id: string) => {
    if (!told.current.has(id) && told.current.size >= AT_ONCE) return;
    clearTimeout(told.current.get(id));
    const over = () => {
      told.current.delete(id);
      show();
    };
    told.current.set(id, setTimeout(over, SHOWN_FOR));
    show();
  };
  return { news, tell };
}
