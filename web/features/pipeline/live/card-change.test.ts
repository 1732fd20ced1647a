import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { applyInBatches } from './batch-updates.ts';
import { announcement, type CardChange, moverLabel } from './card-change.ts';

const ada = { firstName: 'Ada', displayName: 'Ada Byron' };
const news = (kind: CardChange['kind'], more: Partial<CardChange> = {}): CardChange => ({
  kind,
  actor: ada,
  lead: { name: 'Grace Hopper', stage: 'won' },
  ...more,
});

describe('news of the board', () => {
  it('is a few words on the card', () => {
    expect(moverLabel(news('moved'))).toBe('Ada moved this');
    expect(moverLabel(news('created', { actor: { firstName: '', displayName: 'ada.b' } }))).toBe('ada.b added this');
    expect(moverLabel(news('updated', { actor: null }))).toBe('Callboard edited this');
  });

  it('is a sentence for a screen reader, or a number when there is much of it', () => {
    expect(announcement([news('moved'), news('created')])).toBe('Ada Byron moved Grace Hopper to Won. Ada Byron added Grace Hopper.');
    expect(announcement([news('updated', { actor: null, lead: null })])).toBe('Callboard edited a lead.');
    expect(announcement(Array.from({ length: 50 }, () => news('moved')))).toBe('50 changes on the board.');
  });
});

describe('updates in batches', () => {
  it('apply the first at once and the rest together', () => {
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

  it('forget what is left when they end', () => {
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
