import { beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from './soon.ts';

describe('soon', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('does it once, however often it was asked for', async () => {
    const act = vi.fn();
    const { ask } = soon(200, act);
    ask();
    ask();
    await vi.advanceTimersByTimeAsync(199);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(act).toHaveBeenCalledOnce();
  });

  it('does it once more for what was asked meanwhile, and never twice at a time', async () => {
    const work = Promise.withResolvers<void>();
    const act = vi.fn(() => work.promise);
    const { ask } = soon(200, act);
    ask();
    await vi.advanceTimersByTimeAsync(200);
    ask();
    ask();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(act).toHaveBeenCalledTimes(1);
    work.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('can be told to forget it', async () => {
    const act = vi.fn();
    const { ask, drop } = soon(200, act);
    ask();
    drop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(act).not.toHaveBeenCalled();
  });
});
