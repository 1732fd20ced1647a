import type { FactKind } from '#domain/facts.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { isUnavailable } from '#server/database/unavailable.ts';
import type { Logger } from '#server/logger.ts';
import { placeOf } from './place.ts';
import type { SequencedEvent } from './sequenced.ts';
import { takeTurns } from './turns.ts';

export interface Follower {
  /** Resolves once its place in the log is known: what happens from then on is not missed. */
  readonly ready: Promise<void>;
  /** What this instance has read of the log: whether there is something to do. */
  hear(events: readonly SequencedEvent[]): void;
  close(): Promise<void>;
}

interface Errand {
  /** Under this name its place is remembered. */
  readonly name: string;
  readonly kinds: readonly FactKind[];
  readonly db: Database;
  /** Whether it is this instance's turn; several at once would only wait for each other. */
  leads(): boolean;
  readonly log: Logger;
  act(tx: Tx, fact: SequencedEvent): Promise<void>;
}

/** A fact may be told while nobody leads; we look this often in any case. */
const LOOK = 1_000;
/** So often a fact is tried before it is passed. */
const TRIES = 3;

/**
 * Acts on every fact of some kinds, in their order, on behalf of all instances: the deed and the step past the fact are
 * one transaction, so it is done exactly once, whoever dies in between. A fact nothing can be done about is logged and passed.
 */
export function startFollower({ name, kinds, db, leads, log, act }: Errand): Follower {
  const place = placeOf(db, name, kinds);
  let failures = 0;

  const pass = (error: unknown) =>
    place.take(async (_tx, { seq, kind }) => log.error({ error, seq: String(seq), kind, follower: name }, 'Passed a fact'));
  const takeNext = async (): Promise<boolean> => {
    try {
      const taken = await place.take(act);
      failures = 0;
      return taken;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures += 1;
      if (failures < TRIES) throw error;
      failures = 0;
      return pass(error);
    }
  };

  const ready = Promise.withResolvers<void>();
  let begun = false;
  const turns = takeTurns({
    work: async (isOver) => {
      try {
        if (!begun) await place.begin();
        begun = true;
        ready.resolve();
        if (leads() && (await place.isBehind())) while (!isOver() && (await takeNext()));
      } catch (error) {
        if (!isOver()) log.warn({ error }, 'Could not follow the event log; trying again');
      }
    },
    rest: () => LOOK,
  });

  void turns.wake();

  return {
    ready: ready.promise,
    hear: (events) => {
      if (events.some(({ kind }) => kinds.includes(kind))) turns.kick();
    },
    close: async () => {
      await turns.close();
      ready.resolve();
    },
  };
}
