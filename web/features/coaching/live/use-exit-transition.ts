import { useEffect, useState } from 'react';

/** How long removed items stay to fade out. */
const EXIT_MS = 400;

type Transitioning<Item> = { item: Item; isExiting: boolean };

/** The items, and for a moment those just removed, at their old positions. */
export function useExitTransition<Item extends { id: string }>(items: readonly Item[]): readonly Transitioning<Item>[] {
  const [previous, setPrevious] = useState(items);
  const [exiting, setExiting] = useState<readonly { item: Item; index: number }[]>([]);
  const currentIds = new Set(items.map(({ id }) => id));
  if (previous.length !== items.length || previous.some((item, index) => item !== items[index])) {
    const removed = previous.flatMap((item, index) => (currentIds.has(item.id) ? [] : [{ item, index }]));
    setPrevious(items);
    setExiting([...exiting.filter(({ item }) => !removed.some((other) => other.item.id === item.id)), ...removed]);
  }
  useEffect(() => {
    if (exiting.length === 0) return;
    const timer = setTimeout(() => setExiting([]), EXIT_MS);
    return () => clearTimeout(timer);
  }, [exiting]);

  const rendered = items.map((item) => ({ item, isExiting: false }));
  for (const { item, index } of exiting)
    if (!currentIds.has(item.id)) rendered.splice(Math.min(index, rendered.length), 0, { item, isExiting: true });
  return rendered;
}

/** Styles that fade out an element with `data-exiting`. */
export const exitStyles = {
  transition: `opacity ${EXIT_MS / 2}ms ease-out`,
  '&[data-exiting]': { opacity: 0, pointerEvents: 'none' },
} as const;
