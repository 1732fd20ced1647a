import type { Announcements, CollisionDetection, KeyboardCodes, KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import { LEAD_STAGES, type LeadStage, STAGE_LABELS } from '#contract/lead.ts';

/** Space picks a card up, since Enter opens it; both drop it. */
export const KEYBOARD_CODES: KeyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

const COLUMN_KEYS = new Map<string, (from: number) => number>([
  ['ArrowLeft', (from) => from - 1],
  ['ArrowRight', (from) => from + 1],
  ['Home', () => 0],
  ['End', () => LEAD_STAGES.length - 1],
]);

export const isStage = (value: unknown): value is LeadStage => LEAD_STAGES.some((stage) => stage === value);

/** The column a key moves to; it stops at the first and last one. */
export function columnAfter(stage: LeadStage, key: string): LeadStage {
  return LEAD_STAGES[COLUMN_KEYS.get(key)?.(LEAD_STAGES.indexOf(stage)) ?? -1] ?? stage;
}

const COLUMN_HEADER_HEIGHT = 64;

/** Moves a picked-up card between columns with the arrow keys. */
export const columnCoordinates: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  if (!event.code.startsWith('Arrow') && !COLUMN_KEYS.has(event.code)) return;
  event.preventDefault();
  const current = context.over?.id ?? context.active?.data.current?.stage;
  const { collisionRect, droppableRects } = context;
  if (!isStage(current) || !collisionRect || !COLUMN_KEYS.has(event.code)) return;
  const next = columnAfter(current, event.code);
  const column = droppableRects.get(next);
  if (!column || next === current) return;
  return {
    x: column.left + (column.width - collisionRect.width) / 2,
    y: Math.max(currentCoordinates.y, column.top + COLUMN_HEADER_HEIGHT),
  };
};

/** The column a card is dragged over: the one under the pointer, or the one its center is above or below when dragging by keyboard. */
export const columnUnder: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates, collisionRect }) => {
  const x = pointerCoordinates?.x ?? collisionRect.left + collisionRect.width / 2;
  const droppableContainer = droppableContainers.find(({ id }) => {
    const rect = droppableRects.get(id);
    if (!rect || x < rect.left || x > rect.right) return false;
    return !pointerCoordinates || (pointerCoordinates.y >= rect.top && pointerCoordinates.y <= rect.bottom);
  });
  return droppableContainer ? [{ id: droppableContainer.id, data: { droppableContainer, value: 1 } }] : [];
};

const labelOf = (id: UniqueIdentifier | undefined) => (isStage(id) ? STAGE_LABELS[id] : null);

/** What a screen reader announces while a card is dragged. */
export const announcements = (leadName: (id: UniqueIdentifier) => string): Announcements => ({
  onDragStart: ({ active }) => `Picked up ${leadName(active.id)} from ${labelOf(active.data.current?.stage)}.`,
  onDragOver: ({ active, over }) =>
    over ? `${leadName(active.id)} is over ${labelOf(over.id)}.` : `${leadName(active.id)} is not over a column.`,
  onDragEnd: ({ active, over }) => {
    const column = labelOf(over?.id);
    if (!column || over?.id === active.data.current?.stage)
      return `${leadName(active.id)} stays in ${labelOf(active.data.current?.stage)}.`;
    return `${leadName(active.id)} was dropped in ${column}.`;
  },
  onDragCancel: ({ active }) => `Move cancelled. ${leadName(active.id)} is back in ${labelOf(active.data.current?.stage)}.`,
});

export const INSTRUCTIONS =
  'Press Enter to open this lead. To move it, press Space to pick it up, use the left and right arrow keys to choose a column, then press Space again to drop it. Press Escape to cancel.';

const cardsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-lead]')];
const centerY = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

/** The card in a column that is nearest in height to another card. */
function nearestCard(card: HTMLElement, column: Element): HTMLElement | undefined {
  const distance = (other: HTMLElement) => Math.abs(centerY(other) - centerY(card));
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
  const columnsInDirection =
    key === 'ArrowRight' ? columns.slice(columns.indexOf(column) + 1) : columns.slice(0, columns.indexOf(column)).reverse();
  return columnsInDirection.map((each) => nearestCard(card, each)).find((found) => found !== undefined);
}

/** Moves focus between cards with the arrow keys, skipping empty columns. While a card is dragged the keys belong to the drag. */
export function keyboardNavigation(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!key.startsWith('Arrow') || !(target instanceof HTMLElement) || !target.dataset.lead || 'dragging' in currentTarget.dataset) return;
  const next = neighbour(target, key);
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
