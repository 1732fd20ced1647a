import type { Notification } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { nounOfEvent } from '../access/event-scope.ts';
import { requireUnlimited } from '../access/token-access.ts';
import type { ServiceDeps } from '../deps.ts';
import type { EventType, SequencedEvent } from '../domain-events.ts';
import { notification } from '../entities/internal.ts';
import type { Page, PageRequest } from '../page.ts';
import { createQueryService } from '../query/service.ts';
import { createSqlBuilder, rowVisibility } from '../query/sql-builder.ts';
import type { Viewer } from '../viewer.ts';

export interface NotificationContent {
  /** The topic, for the icon: `lead`, `call`, `order`, `task`, `sync`. */
  readonly kind: string;
  readonly title: string;
  readonly body?: string;
  /** A path of the web client. */
  readonly link?: string;
  /** There is one notification per key; of a person's own, one for each person. */
  readonly key?: string;
  /** The row it tells of: it is hidden while the person may not read that. Left out where it tells of none. */
  readonly subject?: { readonly type: 'lead' | 'transcription' | 'liveCall' | 'task'; readonly id: string };
}

export interface NewNotification extends NotificationContent {
  readonly userId: string;
}

/** What says that there is a notification for everybody, by what its trigger is about: who may read that is told. */
const NOTIFIED = {
  lead: 'lead.notified',
  transcription: 'transcription.notified',
  live_call: 'live_call.notified',
  sync: 'sync.notified',
} as const satisfies Record<string, EventType>;

export const NOTIFIED_KINDS: readonly EventType[] = Object.values(NOTIFIED);

const isNotified = (topic: string): topic is keyof typeof NOTIFIED => Object.hasOwn(NOTIFIED, topic);

/** The notification that an event says was added, for this person; null where it says something else, or to others. */
export function notificationOf({ kind, subjectId, actorId, data }: SequencedEvent, personId: string): string | null {
  if (kind === 'notification.added') return actorId === personId ? subjectId : null;
  const isOthers = NOTIFIED_KINDS.includes(kind) && data.except !== personId;
  return isOthers && typeof data.notificationId === 'string' ? data.notificationId : null;
}

export type Notifications = ReturnType<typeof createNotifications>;

/** The notifications of each person: their own, and those for everybody who may read what they tell of. */
export const createNotifications = ({ db, log, clock, newId }: ServiceDeps) => {
  const lists = createQueryService({ db, clock }).of(notification);

  /** Stores a notification; null where there is one with its key. */
  const store = async (
    tx: Tx,
    { subject, ...content }: NotificationContent,
    audience: Partial<Pick<Notification, 'userId' | 'exceptUserId' | 'noun'>>,
  ): Promise<Notification | null> => {
    const row = { ...content, ...audience, subjectType: subject?.type ?? null, subjectId: subject?.id ?? null };
    const data = [{ ...row, id: newId(), createdAt: clock.now() }];
    const [stored = null] = await tx.notification.createManyAndReturn({ data, skipDuplicates: true });
    return stored;
  };

  /** The conditions that a notification can be seen, and that it is unread, with the viewer’s parameters. */
  const unreadConditions = (viewer: Viewer) => {
    const builder = createSqlBuilder({ viewer, now: clock.now() });
    const mark = `select 1 from notification_reads as mark where mark.user_id = ${builder.bind(viewer.id, 'text')}`;
    const conditions = [
      ...rowVisibility(notification, 'notifications', builder),
      'notifications.read_at is null',
      `not exists (${mark} and mark.notification_id = notifications.id)`,
    ];
    return { builder, where: conditions.join(' and ') };
  };

  /** The rows as the viewer has read them. */
  const withReadMarks = async (viewer: Viewer, rows: readonly Notification[]): Promise<Notification[]> => {
    const shared = rows.filter(({ userId }) => userId === null).map(({ id }) => id);
    if (shared.length === 0) return [...rows];
    const marks = await db.prisma.notificationRead.findMany({ where: { userId: viewer.id, notificationId: { in: shared } } });
    const readAt = new Map(marks.map((mark) => [mark.notificationId, mark.readAt]));
    return rows.map((row) => ({ ...row, readAt: row.readAt ?? readAt.get(row.id) ?? null }));
  };

  /** Adds a notification for one person, unless they have one with its key; null then. */
  const addForPerson = async (tx: Tx, { userId, ...content }: NewNotification): Promise<Notification | null> => {
    const stored = await store(tx, content, { userId });
    if (!stored) return null;
    const subject = { type: 'notification', id: stored.id };
    await log.append(tx, { kind: 'notification.added', subject, actorId: userId, data: {}, at: stored.createdAt });
    return stored;
  };

  return {
    addForPerson,

    /** Adds one notification, and one event that says so, for everybody who may read what the event is about, except one person. */
    addForEverybody: async (
      tx: Tx,
      content: NotificationContent,
      { event, except }: { readonly event: SequencedEvent; readonly except: string | null },
    ): Promise<void> => {
      const topic = event.kind.slice(0, event.kind.indexOf('.'));
      if (!isNotified(topic)) throw new Error(`There are no notifications of ${event.kind}`);
      const stored = await store(tx, content, { exceptUserId: except, noun: nounOfEvent(event.kind) });
      if (!stored) return;
      // Nobody is its actor: whoever is told has changed nothing.
      const subject = { type: event.subjectType, id: event.subjectId };
      const data = { notificationId: stored.id, except };
      await log.append(tx, { kind: NOTIFIED[topic], subject, actorId: null, ownerId: event.ownerId, data, at: stored.createdAt });
    },

    /** Newest first, the viewer's own. */
    list: async (viewer: Viewer, page: PageRequest): Promise<Page<Notification>> => {
      requireUnlimited(viewer, 'notifications');
      const found = await lists.page(viewer, {}, page);
      return { ...found, rows: await withReadMarks(viewer, found.rows) };
    },

    /** One that the viewer may see; null if it does not exist, is not for them, or tells of a row they may not read. */
    find: async (viewer: Viewer, id: string): Promise<Notification | null> => {
      requireUnlimited(viewer, 'notifications');
      const found = await lists.one(viewer, id);
      return found && ((await withReadMarks(viewer, [found]))[0] ?? null);
    },

    /** How many are unread. */
    unread: async (viewer: Viewer): Promise<number> => {
      requireUnlimited(viewer, 'notifications');
      const { builder, where } = unreadConditions(viewer);
      const { rows } = await db.pool.query<{ count: number }>(
        `select count(*)::int as count from notifications where ${where}`,
        builder.values,
      );
      return rows[0]?.count ?? 0;
    },

    /** Adds a notification for one person, unless they have one with its key. */
    add: (notice: NewNotification): Promise<Notification> =>
      db.transaction(async (tx) => {
        const { userId, key } = notice;
        return (await addForPerson(tx, notice)) ?? tx.notification.findFirstOrThrow({ where: { userId, key } });
      }),

    /** Marks the viewer's unread notifications as read, all or the given ones. Returns how many were marked. */
    markRead: async (viewer: Viewer, ids?: readonly string[] | null): Promise<number> => {
      requireUnlimited(viewer, 'notifications');
      return db.transaction(async (tx) => {
        const now = clock.now();
        const own = { userId: viewer.id, readAt: null, ...(ids && { id: { in: [...ids] } }) };
        const { count: ownCount } = await tx.notification.updateMany({ where: own, data: { readAt: now } });
        const { builder, where } = unreadConditions(viewer);
        const chosen = ids ? `and notifications.id = any(${builder.bind(ids, 'text[]')})` : '';
        const sharedCount = await tx.$executeRawUnsafe(
          `insert into notification_reads (user_id, notification_id, read_at)
           select ${builder.bind(viewer.id, 'text')}, id, ${builder.bind(now, 'timestamptz')} from notifications
           where user_id is null and ${where} ${chosen} on conflict do nothing`,
          ...builder.values,
        );
        const count = ownCount + sharedCount;
        if (count > 0) {
          const subject = { type: 'user', id: viewer.id };
          await log.append(tx, { kind: 'notifications.read', subject, actorId: viewer.id, data: { count }, at: now });
        }
        return count;
      });
    },
  };
};
