import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { announcement, applyInBatches, type CardChange, recentChangeLabel } from './PipelineSubscription.tsx';

const ada = { firstName: 'Ada', displayName: 'Ada Byron' };
const change = (kind: CardChange['kind'], more: Partial<CardChange> = {}): CardChange => ({
  kind,
  actor: ada,
  lead: { name: 'Grace Hopper', stage: 'won' },
  ...more,
});

describe('a change on the board', () => {
  it('has a short label on the card', () => {
    expect(recentChangeLabel(change('moved'))).toBe('Ada moved this');
    expect(recentChangeLabel(change('created', { actor: { firstName: '', displayName: 'ada.b' } }))).toBe('ada.b added this');
    expect(recentChangeLabel(change('updated', { actor: null }))).toBe('Callboard edited this');
  });

  it('is announced as a sentence, or as a number when there are many', () => {
    expect(announcement([change('moved'), change('created')])).toBe('Ada Byron moved Grace Hopper to Won. Ada Byron added Grace Hopper.');
    expect(announcement([change('updated', { actor: null, lead: null })])).toBe('Callboard edited a lead.');
    expect(announcement(Array.from({ length: 50 }, () => change('moved')))).toBe('50 changes on the board.');
  });
});

describe('batching', () => {
  it('applies the first update immediately and the rest together', () => {
    vi.useFakeTimers();
    const apply = vi.fn();
    const updates = new Subject<number>();
    applyInBatches(updates, 50, apply);
    for (const update of [1, 2, 3]) updates.next(update);
    expect(apply.mock.calls).toEqual([[[1]]]);
    vi.advanceTimersByTime(50);
    expect(apply.mock.calls).toEqual([[[1]], [[2, 3]]]);
    vi.advanceTimersByTime(50);
    updates.next(4);
    expect(apply).toHaveBeenLastCalledWith([4]);
  });

  it('drops pending updates when it ends', () => {
    vi.useFakeTimers();
    const apply = vi.fn();
    const updates = new Subject<number>();
    const applying = applyInBatches(updates, 50, apply);
    updates.next(1);
    updates.next(2);
    applying.unsubscribe();
    vi.advanceTimersByTime(500);
    expect(apply).toHaveBeenCalledTimes(1);
    applyInBatches(updates, 50, apply);
    updates.next(3);
    expect(apply).toHaveBeenLastCalledWith([3]);
  });
});
