import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being there. */
const NEAR = 48;

/** Keeps a box that grows at its end, until its reader scrolls up. */
export function useStickToBottom(grown: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const isStuck = useRef(true);
  const lastTop = useRef(0);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (!box || !isStuck.current) return;
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was added may have made it longer
  useLayoutEffect(toEnd, [grown]);
  // Rows that come into sight turn out taller or shorter than they were taken for.
  useEffect(() => {
    if (!content.current || !scroller.current || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(content.current);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [toEnd]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    // Only a reader scrolls up; that the end moved away below is no wish to stay.
    if (isNear) isStuck.current = true;
    else if (box.scrollTop < lastTop.current - 1) isStuck.current = false;
    lastTop.current = box.scrollTop;
    setAtEnd(isStuck.current);
  };
  const jump = () => {
    isStuck.current = true;
    setAtEnd(true);
    toEnd();
  };
  return { scroller, content, onScroll, isAtEnd, jump };
}
