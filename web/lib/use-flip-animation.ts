import { type RefObject, useLayoutEffect, useRef } from 'react';

const DURATION = 180;

/** Pixels beyond the window where an animation is not visible. */
const BEYOND = 200;

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A FLIP animation: the children of a list move to their new positions when its order changes. They are identified by `data-row`. */
export function useFlipAnimation(list: RefObject<HTMLElement | null>): void {
  const positions = useRef(new Map<string, { left: number; top: number }>());
  useLayoutEffect(() => {
    const before = positions.current;
    const now = new Map<string, { left: number; top: number }>();
    const top = -(list.current?.getBoundingClientRect().top ?? 0) - BEYOND;
    const bottom = top + window.innerHeight + 2 * BEYOND;
    const isNear = (position: { top: number }) => position.top > top && position.top < bottom;
    for (const child of list.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || !child.dataset.row) continue;
      const position = { left: child.offsetLeft, top: child.offsetTop };
      now.set(child.dataset.row, position);
      const from = before.get(child.dataset.row);
      const hasMoved = from && (from.left !== position.left || from.top !== position.top);
      if (!hasMoved || !(isNear(from) || isNear(position)) || isStill()) continue;
      child.animate(
        { transform: [`translate(${from.left - position.left}px, ${from.top - position.top}px)`, 'none'] },
        { duration: DURATION, easing: 'ease-out' },
      );
    }
    positions.current = now;
  });
}
