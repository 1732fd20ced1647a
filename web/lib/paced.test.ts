import { beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

it('acts at once, then at most once in a while however often it is asked', async () => {
  const act = vi.fn();
  const { ask } = paced(2_000, act);
  for (let asked = 0; asked < 5; asked += 1) ask();
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(act).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(act).toHaveBeenCalledTimes(2);
});

it('waits for what takes longer, whether it works or not, and forgets what it is told to', async () => {
  const slow = Promise.withResolvers<void>();
  const act = vi.fn(() => slow.promise);
  const { ask, drop } = paced(100, act);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(act).toHaveBeenCalledTimes(1);
  slow.reject(new Error('The line is cut'));
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(2);
  ask();
  drop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(act).toHaveBeenCalledTimes(2);
});
