import { describe, expect, it } from 'vitest';
import { sortCalls } from './sort-calls.ts';

const call = (id: string, attention: number, minute = 0) => ({
  id,
  attention,
  startedAt: `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`,
});
const ids = (calls: readonly { id: string }[]) => calls.map(({ id }) => id).join(' ');

describe('sortCalls', () => {
  it('puts the highest attention first, then the newest', () => {
    expect(ids(sortCalls([call('calm', 0, 5), call('old', 10, 1), call('bad', 135, 0), call('new', 10, 2)], [], false))).toBe(
      'bad new old calm',
    );
  });

  it('keeps the order while frozen: new calls come last, removed ones leave no gap', () => {
    const before = ['a', 'b', 'c'];
    expect(ids(sortCalls([call('new', 200), call('a', 0), call('c', 110)], before, true))).toBe('a c new');
    expect(ids(sortCalls([call('new', 200), call('a', 0), call('c', 110)], before, false))).toBe('new c a');
  });
});
