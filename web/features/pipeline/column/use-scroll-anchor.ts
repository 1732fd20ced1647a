import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps what someone is reading in its place: a card that arrives on top of a list that is scrolled down, or leaves from
 * above, would otherwise push everything under the eye.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, ids: readonly string[], step: number): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = ids;
    const element = scroller.current;
    if (!element || was === ids || element.scrollTop < step / 2) return;
    const inSight = Math.floor(element.scrollTop / step);
    const anchor = was.slice(inSight).find((id) => ids.includes(id));
    if (anchor === undefined) return;
    const shift = ids.indexOf(anchor) - was.indexOf(anchor);
    if (shift !== 0) element.scrollTop += shift * step;
  }, [ids, scroller, step]);
}
