import { describe, expect, it, vi } from 'vitest';
import { announcement, batchUpdates, type CardChange, moverLabel } from './PipelineSubscription.tsx';

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

describe('taking things in gulps', () => {
  it('hands on the first at once and the rest together', () => {
    vi.useFakeTimers();
    const swallow = vi.fn();
    const gulps = batchUpdates<number>(50, swallow);
    for (const thing of [1, 2, 3]) gulps.take(thing);
    expect(swallow.mock.calls).toEqual([[[1]]]);
    vi.advanceTimersByTime(50);
    expect(swallow.mock.calls).toEqual([[[1]], [[2, 3]]]);
    vi.advanceTimersByTime(50);
    gulps.take(4);
    expect(swallow).toHaveBeenLastCalledWith([4]);
  });

  it('forgets what is left when it is dropped', () => {
    vi.useFakeTimers();
    const swallow = vi.fn();
    const gulps = batchUpdates<number>(50, swallow);
    gulps.take(1);
    gulps.take(2);
    gulps.drop();
    vi.advanceTimersByTime(500);
    expect(swallow).toHaveBeenCalledTimes(1);
    gulps.take(3);
    expect(swallow).toHaveBeenLastCalledWith([3]);
  });
});
