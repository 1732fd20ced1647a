import { type RefObject, useLayoutEffect, useRef } from 'react';

const DURATION_MS = 180;
/** Pixels beyond the window where an animation is not visible. */
const MARGIN = 200;
/** More simultaneous moves than an eye can follow. */
const MAX_MOVES = 6;

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

type Point = { left: number; top: number };

const slide = (element: HTMLElement, from: Point, to: Point) =>
  element.animate(
    { transform: [`translate(${from.left - to.left}px, ${from.top - to.top}px)`, 'none'] },
    { duration: DURATION_MS, easing: 'ease-out' },
  );

/** A FLIP animation: the children of a list move to their new positions when its order changes. They are identified by `data-row`. */
export function useFlipAnimation(list: RefObject<HTMLElement | null>): void {
  const positions = useRef(new Map<string, Point>());
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
  });
}

type Find = (id: string) => HTMLElement | null;
type Position = { id: string; rect: DOMRect };

let running = 0;

/** A FLIP animation between containers, first step: the positions of the elements that are about to move. */
export function measurePositions(ids: readonly string[], find: Find): Position[] {
  if (prefersReducedMotion() || running + ids.length > MAX_MOVES) return [];
  return ids.flatMap((id) => {
    const rect = find(id)?.getBoundingClientRect();
    return rect ? [{ id, rect }] : [];
  });
}

/** A copy of an element above its container, which would otherwise clip it. */
function createFloatingCopy(element: HTMLElement, to: DOMRect): HTMLElement {
  const copy = document.createElement('div');
  copy.append(element.cloneNode(true));
  copy.inert = true;
  copy.ariaHidden = 'true';
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    zIndex: '1000',
    pointerEvents: 'none',
  });
  for (const named of copy.querySelectorAll('[data-lead], [id]')) {
    named.removeAttribute('data-lead');
    named.removeAttribute('id');
  }
  return copy;
}

/** Second step: animates each element from its previous position to the new one. */
export function animateMoves(positions: readonly Position[], find: Find): void {
  for (const { id, rect } of positions) {
    const element = find(id);
    const to = element?.getBoundingClientRect();
    if (!element || !to || (to.left === rect.left && to.top === rect.top)) continue;
    const copy = createFloatingCopy(element, to);
    document.body.append(copy);
    running += 1;
    element.animate({ opacity: [0, 0] }, DURATION_MS);
    slide(copy, rect, to)
      .finished.catch(() => undefined)
      .finally(() => {
        running -= 1;
        copy.remove();
      });
  }
}
