import { setImmediate } from 'node:timers/promises';
import type { CostRateLimiter, Principal } from '#server/auth/cost-rate-limiter.ts';
import { createKeyedConcurrencyLimiter } from '#server/concurrency-limiter.ts';
import { Resync } from '#server/events/event-bus.ts';
import type { ReplayQuota } from '#server/events/subscribe-from.ts';

/** How many of a person's subscriptions may wait for the one that is being replayed, and how many milliseconds each. */
const QUEUE_SIZE = 64;
const MAX_WAIT_MS = 30_000;
/** After so many points of replayed events other requests are served first. */
const POINTS_AT_ONCE = 500;
/** What an event costs that was read from the log and is not shown to this subscription. */
const POINTS_OF_HIDDEN_EVENT = 1;

export interface ReplayLimiter {
  /** The limit on what one subscription is sent of the past: `cost` are the points of its selection, taken for each event. */
  begin(person: Principal, cost: number): ReplayQuota;
}

/**
 * Charges missed events to the person they are replayed for, one subscription of a person at a time. Where the minute's points are
 * spent the subscription ends with RESYNC, so that nothing is left out unnoticed.
 */
export function createReplayLimiter(costLimiter: Pick<CostRateLimiter, 'tryConsume'>, maxWaitMs = MAX_WAIT_MS): ReplayLimiter {
  const oneAtATime = createKeyedConcurrencyLimiter({ concurrency: 1, queueSize: QUEUE_SIZE, maxWaitMs, exceeded: () => new Resync(BUSY) });
  return {
    begin: (person, cost) => {
      const ended = Promise.withResolvers<void>();
      let started = false;
      let points = 0;
      const start = async () => {
        started = true;
        const turn = Promise.withResolvers<void>();
        const replay = oneAtATime(person.id, () => {
          turn.resolve();
          return ended.promise;
        });
        await Promise.race([turn.promise, replay, ended.promise]);
      };
      return {
        admit: async (visible) => {
          if (!started) await start();
          const price = visible ? cost : POINTS_OF_HIDDEN_EVENT;
          if (!costLimiter.tryConsume(person, price)) throw new Resync(SPENT);
          points += price;
          if (points < POINTS_AT_ONCE) return;
          points = 0;
          await setImmediate();
        },
        end: ended.resolve,
      };
    },
  };
}

const SPENT = 'More was missed than the points of this minute pay for. Ask for the whole again and listen from its cursor.';
const BUSY = 'Too many of your subscriptions are catching up. Ask for the whole again and listen from its cursor.';
