import type { SequencedEvent } from '#domain/domain-events.ts';
import type { DeadLetter } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { type ConsumerDefinition, describeError } from '#server/events/event-consumer.ts';
import { EVENT_COLUMNS, type EventRow, toSequencedEvent } from '#server/events/event-log.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { deadLetter } from '../entities/internal.ts';
import { Invalid } from '../failures.ts';
import type { Page, PageRequest } from '../page.ts';
import { createQueryService } from '../query/service.ts';
import { type Reader, SERVER } from '../viewer.ts';

/** How many dead letters one request may replay. */
export const REPLAY_MAX = 100;

export interface DeadLetterFilter {
  /** Only those that were replayed (true) or not (false); null for all. */
  readonly replayed?: boolean | null;
}

interface DeadLetterDeps extends Pick<ServiceDeps, 'db' | 'clock'> {
  readonly consumers: readonly ConsumerDefinition[];
}

export type DeadLetters = ReturnType<typeof createDeadLetters>;

const EVENT = `select ${EVENT_COLUMNS} from events where seq = $1`;

/** Events that a consumer could not handle: lists them, and replays them once the cause is fixed. */
export const createDeadLetters = ({ db, clock, consumers }: DeadLetterDeps) => {
  const lists = createQueryService({ db, clock }).of(deadLetter);

  const handle = async (tx: Tx, { consumer: name, eventSeq }: DeadLetter): Promise<void> => {
    const consumer = consumers.find((each) => each.name === name);
    if (!consumer) throw new Error(`Unknown consumer ${name}.`);
    const [row] = await tx.$queryRawUnsafe<EventRow[]>(EVENT, eventSeq);
    if (!row) throw new Error('The event was deleted.');
    const event: SequencedEvent = toSequencedEvent(row);
    await consumer.handle(tx, event);
  };

  /** Handles one again; one that was replayed already stays as it is. Null where there is none. */
  const replayOne = async (id: string): Promise<DeadLetter | null> => {
    const current: DeadLetter[] = [];
    try {
      return await db.transaction(async (tx) => {
        await tx.$queryRaw`select id from dead_letters where id = ${id} for update`;
        const letter = await tx.deadLetter.findUnique({ where: { id } });
        if (!letter || letter.replayedAt) return letter;
        current.push(letter);
        await handle(tx, letter);
        return tx.deadLetter.update({ where: { id }, data: { replayedAt: clock.now(), attempts: { increment: 1 } } });
      });
    } catch (error) {
      if (current.length === 0) throw error;
      return db.prisma.deadLetter.update({
        where: { id },
        data: { error: describeError(error), lastFailedAt: clock.now(), attempts: { increment: 1 } },
      });
    }
  };

  return {
    /** Newest first. */
    list: async (reader: Reader, { replayed = null }: DeadLetterFilter, page: PageRequest): Promise<Page<DeadLetter>> => {
      requirePermission(reader, 'integration', 'configure');
      return lists.page(SERVER, { filter: replayed === null ? {} : { replayedAt: { isNull: !replayed } } }, page);
    },

    /**
     * Handles these events again, each in a transaction of its own; answers what became of those that exist. One that fails
     * again keeps `replayedAt` null and has the new error. At most REPLAY_MAX at once.
     */
    replay: async (viewer: Reader, ids: readonly string[]): Promise<readonly DeadLetter[]> => {
      requirePermission(viewer, 'integration', 'configure');
      if (ids.length > REPLAY_MAX)
        throw new Invalid([{ path: 'ids', message: `At most ${REPLAY_MAX} dead letters can be replayed at once.` }]);
      const replayed: DeadLetter[] = [];
      for (const id of new Set(ids)) {
        const letter = await replayOne(id);
        if (letter) replayed.push(letter);
      }
      return replayed;
    },
  };
};
