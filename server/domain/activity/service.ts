import type { Event } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { EVENT_TYPES, type EventType } from '../domain-events.ts';
import { SELECT_HEAD_CURSOR } from '../event-cursor.ts';
import { Invalid } from '../failures.ts';
import { equal } from '../query/shortcuts.ts';

/** Which events; what is left out does not matter. */
export interface ActivityFilter {
  readonly kinds?: readonly string[] | null;
  readonly subjectId?: string | null;
}

/** An event that has its number in the order of delivery. */
export type PublishedEvent = Omit<Event, 'credentialId' | 'address'> & { readonly seq: bigint };

export type Activity = ReturnType<typeof createActivity>;

/** The event log, as far as a viewer may read it. */
export const createActivity = ({ db }: Pick<ServiceDeps, 'db'>) => ({
  /** The cursor of the newest event: where to start listening. */
  head: async (): Promise<bigint> => {
    const { rows } = await db.pool.query<{ cursor: string }>({ name: 'head-cursor', text: SELECT_HEAD_CURSOR });
    return BigInt(rows[0]?.cursor ?? 0);
  },
});

/** The filter in the language of `where`. */
export const eventFilter = ({ kinds, subjectId }: ActivityFilter): object => ({
  ...equal({ subjectId: subjectId || null }),
  ...(kinds && { kind: { in: kinds.map(known) } }),
});

/** An event type that exists; others are rejected. */
export function known(kind: string): EventType {
  const found = EVENT_TYPES.find((each) => each === kind);
  if (!found) throw new Invalid([{ path: 'kinds', message: `There are no events of the kind ${JSON.stringify(kind.slice(0, 50))}.` }]);
  return found;
}
