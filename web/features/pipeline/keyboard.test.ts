import { describe, expect, it } from 'vitest';
import { announcements, columnAfter, isStage } from './keyboard.ts';

describe('the column a key leads to', () => {
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

it('tells a stage from anything else', () => {
  expect(isStage('won')).toBe(true);
  expect(isStage('lost')).toBe(false);
  expect(isStage(undefined)).toBe(false);
});

describe('what a screen reader says', () => {
  const rect = { current: { initial: null, translated: null } };
  const active = { id: 'a', data: { current: { stage: 'leads' } }, rect };
  const over = (id: string) => ({ id, rect: new DOMRect(), disabled: false, data: { current: undefined } });
  const say = announcements(() => 'Grace Hopper');

  it('names the lead and the column', () => {
    expect(say.onDragStart({ active })).toBe('Grace Hopper is lifted from Leads.');
    expect(say.onDragOver({ active, over: over('needs_follow_up') })).toBe('Grace Hopper is over Follow Up.');
    expect(say.onDragOver({ active, over: null })).toBe('Grace Hopper is over no column.');
    expect(say.onDragEnd({ active, over: over('won') })).toBe('Grace Hopper was dropped in Won.');
  });

  it('says when it stays where it was', () => {
    expect(say.onDragEnd({ active, over: over('leads') })).toBe('Grace Hopper stays in Leads.');
    expect(say.onDragEnd({ active, over: null })).toBe('Grace Hopper stays in Leads.');
    expect(say.onDragCancel({ active, over: null })).toBe('Grace Hopper is back in Leads.');
  });
});
