import { type RefObject, useLayoutEffect, useRef } from 'react';

const DURATION = 180;

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets the children of a list glide to their new places when its order changes. They are known by `data-call`. */
export function useGlide(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, { left: number; top: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, { left: number; top: number }>();
    for (const child of list.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || !child.dataset.call) continue;
      const place = { left: child.offsetLeft, top: child.offsetTop };
      now.set(child.dataset.call, place);
      const from = before.get(child.dataset.call);
      const hasMoved = from && (from.left !== place.left || from.top !== place.top);
      if (!hasMoved || isStill()) continue;
      child.animate(
        { transform: [`translate(${from.left - place.left}px, ${from.top - place.top}px)`, 'none'] },
        { duration: DURATION, easing: 'ease-out' },
      );
    }
    places.current = now;
  });
}
