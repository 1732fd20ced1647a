import { type RefObject, useLayoutEffect, useRef } from 'react';

const DURATION = 180;

/** Pixels beyond the window where nobody sees a row glide. */
const BEYOND = 200;

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets the children of a list glide to their new places when its order changes. They are known by `data-row`. */
export function useFlipAnimation(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, { left: number; top: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, { left: number; top: number }>();
    const top = -(list.current?.getBoundingClientRect().top ?? 0) - BEYOND;
    const bottom = top + window.innerHeight + 2 * BEYOND;
    const isNear = (place: { top: number }) => place.top > top && place.top < bottom;
    for (const child of list.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || !child.dataset.row) continue;
      const place = { left: child.offsetLeft, top: child.offsetTop };
      now.set(child.dataset.row, place);
      const from = before.get(child.dataset.row);
      const hasMoved = from && (from.left !== place.left || from.top !== place.top);
      if (!hasMoved || !(isNear(from) || isNear(place)) || isStill()) continue;
      child.animate(
        { transform: [`translate(${from.left - place.left}px, ${from.top - place.top}px)`, 'none'] },
        { duration: DURATION, easing: 'ease-out' },
      );
    }
    places.current = now;
  });
}
