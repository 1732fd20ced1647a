import { afterEach, expect, it } from 'vitest';
import { createPollLoop } from './poll-loop.ts';

const NEVER = 3_600_000;
let turns: ReturnType<typeof createPollLoop> | null = null;
afterEach(() => turns?.close());

/** Work whose every turn is let go by hand. */
function work() {
  const begun: PromiseWithResolvers<void>[] = [];
  turns = createPollLoop({
    work: () => {
      const turn = Promise.withResolvers<void>();
      begun.push(turn);
      return turn.promise;
    },
    interval: () => NEVER,
  });
  return { ...turns, begun, letGo: (turn: number) => begun[turn]?.resolve() };
}

it('never runs twice at once; triggers during a run cause one more run together', async () => {
  const { resume: wake, trigger: kick, begun, letGo } = work();
  kick();
  expect(begun).toHaveLength(0);
  const awake = wake();
  kick();
  kick();
  expect(begun).toHaveLength(1);
  letGo(0);
  await expect.poll(() => begun.length).toBe(2);
  letGo(1);
  await awake;
  expect(begun).toHaveLength(2);
});

it('sleeps and wakes: what was under way ends, nothing begins in between', async () => {
  const { resume: wake, trigger: kick, pause: sleep, begun, letGo } = work();
  const awake = wake();
  kick();
  sleep();
  letGo(0);
  await awake;
  kick();
  expect(begun).toHaveLength(1);
  const again = wake();
  expect(begun).toHaveLength(2);
  letGo(1);
  await again;
});

it('who wakes during the last turn before a sleep gets a turn of its own', async () => {
  const { resume: wake, pause: sleep, begun, letGo } = work();
  void wake();
  sleep();
  const again = wake();
  letGo(0);
  await expect.poll(() => begun.length).toBe(2);
  letGo(1);
  await again;
});
