import { type RefObject, useLayoutEffect, useRef } from 'react';

export const DURATION_MS = 180;
/** Pixels beyond the window where an animation is not visible. */
const MARGIN = 200;

export const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

type Point = { left: number; top: number };

/** Animates an element from its previous position to its new one. */
export const slide = (element: HTMLElement, from: Point, to: Point) =>
  element.animate(
    { transform: [`translate(${from.left - to.left}px, ${from.top - to.top}px)`, 'none'] },
    { duration: DURATION_MS, easing: 'ease-out' },
  );

/** A FLIP animation: the children of a list move to their new positions when the order of its ids changes. They are identified by `data-row`. */
export function useFlipAnimation(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const order = ids.join();
  const positions = useRef(new Map<string, Point>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order has other positions
  useLayoutEffect(() => {
    const before = positions.current;
    const now = new Map<string, Point>();
    const top = -(list.current?.getBoundingClientRect().top ?? 0) - MARGIN;
    const bottom = top + window.innerHeight + 2 * MARGIN;
    const isNear = (position: Point) => position.top > top && position.top < bottom;
    for (const child of list.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || !child.dataset.row) continue;
      const position = { left: child.offsetLeft, top: child.offsetTop };
      now.set(child.dataset.row, position);
      const from = before.get(child.dataset.row);
      const hasMoved = from && (from.left !== position.left || from.top !== position.top);
      if (!hasMoved || !(isNear(from) || isNear(position)) || prefersReducedMotion()) continue;
      slide(child, from, position);
    }
    positions.current = now;
    // Measuring forces layout: not for a row that only changed.
  }, [list, order]);
}
