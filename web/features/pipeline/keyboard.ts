import type { Announcements, CollisionDetection, KeyboardCodes, KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import { LEAD_STAGES, type LeadStage, STAGE_LABELS } from '#contract/lead.ts';

/** Space lifts, since Enter opens a card; both drop it. */
export const KEYBOARD_CODES: KeyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

const STEPS = new Map<string, (from: number) => number>([
  ['ArrowLeft', (from) => from - 1],
  ['ArrowRight', (from) => from + 1],
  ['Home', () => 0],
  ['End', () => LEAD_STAGES.length - 1],
]);

export const isStage = (value: unknown): value is LeadStage => LEAD_STAGES.some((stage) => stage === value);

/** The column a key leads to; the outer columns are walls. */
export function columnAfter(stage: LeadStage, key: string): LeadStage {
  return LEAD_STAGES[STEPS.get(key)?.(LEAD_STAGES.indexOf(stage)) ?? -1] ?? stage;
}

const HEADER = 64;

/** Carries a lifted card from column to column with the arrow keys. */
export const columnCoordinates: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  if (!event.code.startsWith('Arrow') && !STEPS.has(event.code)) return;
  event.preventDefault();
  const at = context.over?.id ?? context.active?.data.current?.stage;
  const { collisionRect, droppableRects } = context;
  if (!isStage(at) || !collisionRect || !STEPS.has(event.code)) return;
  const next = columnAfter(at, event.code);
  const column = droppableRects.get(next);
  if (!column || next === at) return;
  return { x: column.left + (column.width - collisionRect.width) / 2, y: Math.max(currentCoordinates.y, column.top + HEADER) };
};

/** The column a card hangs over: the one under the pointer, or for the keyboard the one its middle is over. */
export const columnUnder: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates, collisionRect }) => {
  const x = pointerCoordinates?.x ?? collisionRect.left + collisionRect.width / 2;
  const droppableContainer = droppableContainers.find(({ id }) => {
    const rect = droppableRects.get(id);
    return rect && x >= rect.left && x <= rect.right;
  });
  return droppableContainer ? [{ id: droppableContainer.id, data: { droppableContainer, value: 1 } }] : [];
};

const labelOf = (id: UniqueIdentifier | undefined) => (isStage(id) ? STAGE_LABELS[id] : null);

/** What a screen reader says while a card is carried. */
export const announcements = (nameOf: (id: UniqueIdentifier) => string): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} is lifted from ${labelOf(active.data.current?.stage)}.`,
  onDragOver: ({ active, over }) =>
    over ? `${nameOf(active.id)} is over ${labelOf(over.id)}.` : `${nameOf(active.id)} is over no column.`,
  onDragEnd: ({ active, over }) => {
    const column = labelOf(over?.id);
    if (!column || over?.id === active.data.current?.stage) return `${nameOf(active.id)} stays in ${labelOf(active.data.current?.stage)}.`;
    return `${nameOf(active.id)} was dropped in ${column}.`;
  },
  onDragCancel: ({ active }) => `${nameOf(active.id)} is back in ${labelOf(active.data.current?.stage)}.`,
});

export const INSTRUCTIONS =
  'Press Enter to open this lead. To move it, press Space, choose a column with the left and right arrow keys, and press Space again to drop it. Escape puts it back.';

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
