import { expect, it, vi } from 'vitest';
import { patiently } from './patiently.ts';

it('asks again for a part that could not be fetched, until it is there', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('Away'))
    .mockRejectedValueOnce(new Error('Away'))
    .mockResolvedValue('here');
  const part = patiently(load)();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(part).resolves.toBe('here');
  expect(load).toHaveBeenCalledTimes(3);
});
