import { expect, it } from 'vitest';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import { LimitExceeded } from '../failures.ts';
import { limitOfflineAnalyses } from './reanalyze.ts';

it('offline analyses in place of the assistant’s run one at a time for a person and two for all; ten of a person wait, and more are refused', async () => {
  const offline = offlineAssistant();
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const analyze = limitOfflineAnalyses({
    ...offline,
    analyze: async (call) => {
      running += 1;
      await gate.promise;
      running -= 1;
      return offline.analyze(call);
    },
  });
  const call = { content: 'Customer: The machine leaks.', duration: null };
  const own = Array.from({ length: 11 }, () => analyze(call, 'a'));
  await expect(analyze(call, 'a')).rejects.toThrow(
    new LimitExceeded('TOO_MANY_IN_PROGRESS', 'At most 10 calls per person may wait to be analyzed. Try again in a moment.', 10),
  );
  await expect.poll(() => running).toBe(1);
  const others = [analyze(call, 'b'), analyze(call, null)];
  await expect.poll(() => running).toBe(2);
  gate.resolve();
  expect(await Promise.all([...own, ...others])).toHaveLength(13);
});
