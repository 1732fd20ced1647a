import type { Notification } from '#prisma/generated/client.ts';
import type { Deps } from '../deps.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import type { Viewer } from '../viewer.ts';

/** A notification to be made. */
export interface Notice {
  readonly userId: string;
  /** What it is about, for the icon: `lead`, `call`, `order`, `sync`. */
  readonly kind: string;
  readonly title: string;
  readonly body?: string;
  /** A path of the web client. */
  readonly link?: string;
}

export type Notifications = ReturnType<typeof createNotifications>;

/** What each person should know about. */
export const createNotifications = ({ db, log, clock, newId }: Deps) => ({
  /** Newest first, the viewer's own. */
  list: (viewer: Viewer, page: PageRequest): Promise<Page<Notification>> => {
    const where = { userId: viewer.id };
    return readPage<Notification>(page, {
      list: 'notifications',
      order: [{ field: 'id', direction: 'desc' }],
      find: (query) => db.prisma.notification.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => db.prisma.notification.count({ where }),
    });
  },

  unread: (viewer: Viewer): Promise<number> => db.prisma.notification.count({ where: { userId: viewer.id, readAt: null } }),

  add: (notice: Notice): Promise<Notification> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const notification = await tx.notification.create({ data: { id: newId(), ...notice, createdAt: now } });
      const subject = { type: 'notification', id: notification.id };
      await log.append(tx, { kind: 'notification.added', subject, actorId: notice.userId, data: {}, at: now });
      return notification;
    }),

  /** Marks the viewer's unread notifications as read, all or those named; answers how many. */
  markRead: (viewer: Viewer, ids?: readonly string[] | null): Promise<number> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const where = { userId: viewer.id, readAt: null, ...(ids && { id: { in: [...ids] } }) };
      const { count } = await tx.notification.updateMany({ where, data: { readAt: now } });
      if (count > 0) {
        const subject = { type: 'user', id: viewer.id };
        await log.append(tx, { kind: 'notifications.read', subject, actorId: viewer.id, data: { count }, at: now });
      }
      return count;
    }),
});
