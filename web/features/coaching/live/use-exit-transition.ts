import { useEffect, useState } from 'react';

/** Milliseconds in which something that is gone fades away. */
const FADE = 400;

type Lingering<Item> = { item: Item; leaving: boolean };

/** The items, and for a moment, in their old places, those that have just gone. */
export function useExitTransition<Item extends { id: string }>(items: readonly Item[]): readonly Lingering<Item>[] {
  const [before, setBefore] = useState(items);
  const [gone, setGone] = useState<readonly { item: Item; at: number }[]>([]);
  const here = new Set(items.map(({ id }) => id));
  if (before.length !== items.length || before.some((item, at) => item !== items[at])) {
    const left = before.flatMap((item, at) => (here.has(item.id) ? [] : [{ item, at }]));
    setBefore(items);
    setGone([...gone.filter(({ item }) => !left.some((other) => other.item.id === item.id)), ...left]);
  }
  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => setGone([]), FADE);
    return () => clearTimeout(timer);
  }, [gone]);

  const shown = items.map((item) => ({ item, leaving: false }));
  for (const { item, at } of gone) if (!here.has(item.id)) shown.splice(Math.min(at, shown.length), 0, { item, leaving: true });
  return shown;
}

/** How something fades that is leaving; put `data-leaving` on it. */
export const fading = {
  transition: `opacity ${FADE / 2}ms ease-out`,
  '&[data-leaving]': { opacity: 0, pointerEvents: 'none' },
} as const;
