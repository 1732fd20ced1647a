import type { Notification } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { requireUnlimited } from '../access/token-access.ts';
import type { ServiceDeps } from '../deps.ts';
import { notification } from '../entities/internal.ts';
import type { Page, PageRequest } from '../page.ts';
import { createQueryService } from '../query/service.ts';
import type { Viewer } from '../viewer.ts';

export interface NotificationContent {
  /** The topic, for the icon: `lead`, `call`, `order`, `sync`. */
  readonly kind: string;
  readonly title: string;
  readonly body?: string;
  /** A path of the web client. */
  readonly link?: string;
  /** A person gets one notification per key. */
  readonly key?: string;
  /** The row it tells of: it is hidden while the person may not read that. Left out where it tells of none. */
  readonly subject?: { readonly type: 'lead' | 'transcription' | 'liveCall'; readonly id: string };
}

export interface NewNotification extends NotificationContent {
  readonly userId: string;
}

export type Notifications = ReturnType<typeof createNotifications>;

/** The notifications of each person. */
export const createNotifications = ({ db, log, clock, newId }: ServiceDeps) => {
  const lists = createQueryService({ db, clock }).of(notification);

  /** Adds notifications, except those whose key the person already has. */
  const addAll = async (tx: Tx, notices: readonly NewNotification[]): Promise<readonly Notification[]> => {
    const now = clock.now();
    const rows = notices.map(({ subject, ...notice }) => ({
      ...notice,
      ...{ subjectType: subject?.type ?? null, subjectId: subject?.id ?? null },
      ...{ id: newId(), createdAt: now },
    }));
    const added = await tx.notification.createManyAndReturn({ data: rows, skipDuplicates: true });
    const events = added.map(({ id, userId }) => ({
      ...{ kind: 'notification.added' as const, subject: { type: 'notification', id } },
      ...{ actorId: userId, data: {}, at: now },
    }));
    await log.appendAll(tx, events);
    return added;
  };

  return {
    addAll,

    /** Newest first, the viewer's own. */
    list: async (viewer: Viewer, page: PageRequest): Promise<Page<Notification>> => {
      requireUnlimited(viewer, 'notifications');
      return lists.page(viewer, {}, page);
    },

    /** One of the viewer's own; null if it does not exist, or tells of a row they may not read. */
    find: async (viewer: Viewer, id: string): Promise<Notification | null> => {
      requireUnlimited(viewer, 'notifications');
      return lists.one(viewer, id);
    },

    /** How many are unread. */
    unread: async (viewer: Viewer): Promise<number> => {
      requireUnlimited(viewer, 'notifications');
      return lists.count(viewer, { filter: { readAt: { isNull: true } } });
    },

    add: (notice: NewNotification): Promise<Notification> =>
      db.transaction(async (tx) => {
        const [added] = await addAll(tx, [notice]);
        return added ?? tx.notification.findFirstOrThrow({ where: { userId: notice.userId, key: notice.key } });
      }),

    /** Marks the viewer's unread notifications as read, all or the given ones. Returns how many were marked. */
    markRead: async (viewer: Viewer, ids?: readonly string[] | null): Promise<number> => {
      requireUnlimited(viewer, 'notifications');
      return db.transaction(async (tx) => {
        const now = clock.now();
        const where = { userId: viewer.id, readAt: null, ...(ids && { id: { in: [...ids] } }) };
        const { count } = await tx.notification.updateMany({ where, data: { readAt: now } });
        if (count > 0) {
          const subject = { type: 'user', id: viewer.id };
          await log.append(tx, { kind: 'notifications.read', subject, actorId: viewer.id, data: { count }, at: now });
        }
        return count;
      });
    },
  };
};
