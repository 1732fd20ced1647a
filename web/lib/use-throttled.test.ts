import { Subject } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { throttled } from './use-throttled.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function start(...parameters: Parameters<typeof throttled>) {
  const calls = new Subject<void>();
  const running = calls.pipe(throttled(...parameters)).subscribe();
  return { call: () => calls.next(), stop: () => running.unsubscribe() };
}

describe('throttled work', () => {
  it('runs once, however often it was called', async () => {
    const work = vi.fn();
    const { call } = start(200, work);
    call();
    call();
    await vi.advanceTimersByTimeAsync(199);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs once more for calls made meanwhile, and never twice at a time', async () => {
    const first = Promise.withResolvers<void>();
    const work = vi.fn(() => first.promise);
    const { call } = start(200, work);
    call();
    await vi.advanceTimersByTimeAsync(200);
    call();
    call();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(1);
    first.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is dropped when it is stopped', async () => {
    const work = vi.fn();
    const { call, stop } = start(200, work);
    call();
    stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).not.toHaveBeenCalled();
  });
});

describe('throttled work with a leading run', () => {
  it('runs immediately, then at most once an interval however often it is called', async () => {
    const work = vi.fn();
    const { call } = start(2_000, work, { leading: true });
    for (let called = 0; called < 5; called += 1) call();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('waits for work that takes longer, whether it succeeds or not, and is dropped when it is stopped', async () => {
    const slow = Promise.withResolvers<void>();
    const work = vi.fn(() => slow.promise);
    const { call, stop } = start(100, work, { leading: true });
    call();
    call();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
    slow.reject(new Error('The connection is lost'));
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    call();
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
