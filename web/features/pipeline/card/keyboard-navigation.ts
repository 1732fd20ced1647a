import type { KeyboardEvent } from 'react';

const cardsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-lead]')];
const middle = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

/** The card of a column that stands nearest to the height of another one. */
function besides(card: HTMLElement, column: Element): HTMLElement | undefined {
  const distance = (other: HTMLElement) => Math.abs(middle(other) - middle(card));
  return cardsIn(column).toSorted((a, b) => distance(a) - distance(b))[0];
}

function neighbour(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest('[data-stage]');
  const columns = [...(column?.parentElement?.children ?? [])];
  if (!column) return;
  const cards = cardsIn(column);
  const at = cards.indexOf(card);
  if (key === 'ArrowUp') return cards[at - 1];
  if (key === 'ArrowDown') return cards[at + 1];
  const further = key === 'ArrowRight' ? columns.slice(columns.indexOf(column) + 1) : columns.slice(0, columns.indexOf(column)).reverse();
  return further.map((each) => besides(card, each)).find((found) => found !== undefined);
}

/** Walks the focus from card to card with the arrow keys, over empty columns too. A lifted card has the keys for itself. */
export function keyboardNavigation(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!key.startsWith('Arrow') || !(target instanceof HTMLElement) || !target.dataset.lead || 'dragging' in currentTarget.dataset) return;
  const next = neighbour(target, key);
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
