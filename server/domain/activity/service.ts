import type { Event, Prisma } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { EVENT_TYPES, type EventType, PERSONAL_EVENT_TYPES } from '../domain-events.ts';
import { Invalid } from '../failures.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import type { Viewer } from '../viewer.ts';

/** Which facts are meant. */
export interface ActivityFilter {
  readonly kinds?: readonly string[] | null;
  readonly subjectId?: string | null;
}

/** An event that has its place in the order of delivery. */
export type ToldEvent = Event & { readonly seq: bigint };

export type Activity = ReturnType<typeof createActivity>;

/** What has happened, as the event log tells it. */
export const createActivity = ({ db }: Pick<ServiceDeps, 'db'>) => ({
  /** The newest seq that was given out: where to start listening. */
  head: async (): Promise<bigint> => {
    const { rows } = await db.pool.query<{ seq: string }>({ name: 'event-head', text: 'select seq from event_head where id = 1' });
    return BigInt(rows[0]?.seq ?? 0);
  },

  /** Newest first; facts that are another person's own business are left out. */
  list: async (viewer: Viewer, { kinds, subjectId }: ActivityFilter, page: PageRequest): Promise<Page<ToldEvent>> => {
    const where: Prisma.EventWhereInput = {
      seq: { not: null },
      ...(kinds && { kind: { in: kinds.map(known) } }),
      ...(subjectId && { subjectId }),
      OR: [{ kind: { notIn: PERSONAL_EVENT_TYPES } }, { actorId: viewer.id }],
    };
    return readPage<ToldEvent>(page, {
      list: 'events',
      order: [{ field: 'seq', direction: 'desc', holds: 'whole' }],
      find: async (query) => {
        const rows = await db.prisma.event.findMany({ ...query, where: { AND: [where, query.where] } });
        return rows.filter((row): row is ToldEvent => row.seq !== null);
      },
      count: () => db.prisma.event.count({ where }),
    });
  },
});

/** A kind of events there is; others are refused. */
export function known(kind: string): EventType {
  const found = EVENT_TYPES.find((each) => each === kind);
  if (!found) throw new Invalid([{ path: 'kinds', message: `There are no events of the kind ${JSON.stringify(kind.slice(0, 50))}.` }]);
  return found;
}
