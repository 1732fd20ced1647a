import { setImmediate } from 'node:timers/promises';
import type { Replay } from '#domain/event-subscription.ts';
import type { CostRateLimiter, Principal } from '#server/auth/cost-rate-limiter.ts';
import { createKeyedConcurrencyLimiter } from '#server/concurrency-limiter.ts';
import { Resync } from '#server/events/event-bus.ts';

/** How many of a person's subscriptions may wait while another one is replayed, and for how many milliseconds each. */
const QUEUE_SIZE = 64;
const MAX_WAIT_MS = 30_000;
/** After this many points of replayed events the replay yields to other requests. */
const POINTS_PER_TICK = 500;
/** Points for an event that was read from the log and is not sent to this subscription. */
const HIDDEN_EVENT_COST = 1;

export interface ReplayLimiter {
  /** Limits the replay of one subscription; `cost` is charged for each event. */
  begin(person: Principal, cost: number): Replay;
}

/**
 * Charges replayed events to the subscriber, one subscription of a person at a time. Without points left the subscription ends with
 * RESYNC, so that no event is missed unnoticed.
 */
export function createReplayLimiter(costLimiter: Pick<CostRateLimiter, 'tryConsume'>, maxWaitMs = MAX_WAIT_MS): ReplayLimiter {
  const oneAtATime = createKeyedConcurrencyLimiter({
    concurrency: 1,
    queueSize: QUEUE_SIZE,
    maxWaitMs,
    exceeded: () => new Resync(TOO_MANY_REPLAYS),
  });
  return {
    begin: (person, cost) => {
      const ended = Promise.withResolvers<void>();
      let started = false;
      let points = 0;
      const start = async () => {
        started = true;
        const slot = Promise.withResolvers<void>();
        const replay = oneAtATime(person.id, () => {
          slot.resolve();
          return ended.promise;
        });
        await Promise.race([slot.promise, replay, ended.promise]);
      };
      return {
        admit: async (visible) => {
          if (!started) await start();
          const price = visible ? cost : HIDDEN_EVENT_COST;
          if (!costLimiter.tryConsume(person, price)) throw new Resync(NO_POINTS_LEFT);
          points += price;
          if (points < POINTS_PER_TICK) return;
          points = 0;
          await setImmediate();
        },
        end: ended.resolve,
      };
    },
  };
}

const NO_POINTS_LEFT =
  'Replaying the missed events costs more than the points left this minute. Refetch, then resubscribe from the new cursor.';
const TOO_MANY_REPLAYS = 'Too many of your subscriptions are replaying missed events. Refetch, then resubscribe from the new cursor.';
