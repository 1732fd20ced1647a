import { describe, expect, it } from 'vitest';
import { announcements, columnAfter, columnUnder, isStage } from './keyboard.ts';

describe('the column a key moves to', () => {
  it.each([
    ['leads', 'ArrowRight', 'needs_quote'],
    ['quoted', 'ArrowLeft', 'needs_quote'],
    ['leads', 'ArrowLeft', 'leads'],
    ['won', 'ArrowRight', 'won'],
    ['waiting', 'Home', 'leads'],
    ['leads', 'End', 'won'],
    ['quoted', 'ArrowDown', 'quoted'],
  ] as const)('from %s with %s is %s', (from, key, to) => {
    expect(columnAfter(from, key)).toBe(to);
  });
});

it('recognizes stages', () => {
  expect(isStage('won')).toBe(true);
  expect(isStage('lost')).toBe(false);
  expect(isStage(undefined)).toBe(false);
});

describe('screen reader announcements', () => {
  const rect = { current: { initial: null, translated: null } };
  const active = { id: 'a', data: { current: { stage: 'leads' } }, rect };
  const over = (id: string) => ({ id, rect: new DOMRect(), disabled: false, data: { current: undefined } });
  const announce = announcements(() => 'Grace Hopper');

  it('name the lead and the column', () => {
    expect(announce.onDragStart({ active })).toBe('Picked up Grace Hopper from Leads.');
    expect(announce.onDragOver({ active, over: over('needs_follow_up') })).toBe('Grace Hopper is over Follow Up.');
    expect(announce.onDragOver({ active, over: null })).toBe('Grace Hopper is not over a column.');
    expect(announce.onDragEnd({ active, over: over('won') })).toBe('Grace Hopper was dropped in Won.');
  });

  it('say when the lead stays in its column', () => {
    expect(announce.onDragEnd({ active, over: over('leads') })).toBe('Grace Hopper stays in Leads.');
    expect(announce.onDragEnd({ active, over: null })).toBe('Grace Hopper stays in Leads.');
    expect(announce.onDragCancel({ active, over: null })).toBe('Move cancelled. Grace Hopper is back in Leads.');
  });
});

describe('the column under a dragged card', () => {
  const rect = { left: 0, right: 200, top: 100, bottom: 700, width: 200, height: 600 };
  const args = { droppableContainers: [{ id: 'won' }], droppableRects: new Map([['won', rect]]), collisionRect: { left: 50, width: 100 } };
  const under = (pointerCoordinates: { x: number; y: number } | null) =>
    columnUnder({ ...args, pointerCoordinates } as unknown as Parameters<typeof columnUnder>[0]).map(({ id }) => id);

  it('is the one under the pointer, and none above or below the board', () => {
    expect(under({ x: 100, y: 300 })).toEqual(['won']);
    expect(under({ x: 100, y: 60 })).toEqual([]);
    expect(under({ x: 100, y: 760 })).toEqual([]);
    expect(under({ x: 300, y: 300 })).toEqual([]);
  });

  it('is the one around its center for a keyboard', () => {
    expect(under(null)).toEqual(['won']);
  });
});
