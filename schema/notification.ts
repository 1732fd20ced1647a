import type { SequencedEvent } from '#domain/domain-events.ts';
import { notification } from '#domain/entities/internal.ts';
import { NOTIFIED_KINDS, notificationOf } from '#domain/notification/service.ts';
import type { Notification as NotificationRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { columnFields } from './query/entity-fields.ts';

const Notification = builder.objectRef<NotificationRow>('Notification').implement({
  description: 'A notification for you.',
  fields: (t) => columnFields(t, notification),
});

const NotificationConnection = connectionOf('Notification', Notification);

builder.objectField(NotificationConnection, 'unreadCount', (t) =>
  t.withAuth({ signedIn: true }).int({
    description: 'Number of unread notifications, on all pages.',
    resolve: (_connection, _args, { services, viewer }) => services.notifications.unread(viewer),
  }),
);

builder.queryField('notifications', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: NotificationConnection,
    description: 'Your notifications, newest first.',
    args: t.arg.connectionArgs(),
    complexity: perRow,
    resolve: async (_root, page, { services, viewer }) => asConnection(await services.notifications.list(viewer, page)),
  }),
);

builder.mutationField('markNotificationsRead', (t) =>
  t.withAuth({ signedIn: true }).int({
    description: 'Mark your unread notifications as read. Returns how many were marked.',
    args: { ids: t.arg.idList({ description: 'The notifications to mark; all by default.' }) },
    resolve: (_root, { ids }, { services, viewer }) => services.notifications.markRead(viewer, ids),
  }),
);

const NotificationChange = builder.objectRef<SequencedEvent>('NotificationChange').implement({
  description: 'A new notification, or a change of the unread count.',
  fields: (t) => ({
    cursor: t.expose('cursor', { type: 'EventCursor', description: 'Event cursor; pass it as `after` to continue from here.' }),
    notification: t.withAuth({ signedIn: true }).field({
      type: Notification,
      nullable: true,
      description: 'The new notification; null when notifications were marked as read.',
      resolve: (event, _args, { services, viewer }) => {
        const id = notificationOf(event, viewer.id);
        return id === null ? null : services.notifications.find(viewer, id);
      },
    }),
    unreadCount: t.withAuth({ signedIn: true }).int({
      description: 'Current number of unread notifications.',
      resolve: (_event, _args, { services, viewer }) => services.notifications.unread(viewer),
    }),
  }),
});

builder.subscriptionField('notificationAdded', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: NotificationChange,
    description:
      'New notifications and changes of the unread count: first those after the cursor, then live. Ends with the error code RESYNC when the cursor is too old: refetch, then resubscribe.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor received. Default: only new events.' }) },
    subscribe: (_root, { after }, { subscribeFrom, viewer }) =>
      subscribeFrom({
        after: after ?? null,
        kinds: ['notification.added', 'notifications.read', ...NOTIFIED_KINDS],
        visible: (event) => (event.kind === 'notifications.read' ? event.actorId === viewer.id : notificationOf(event, viewer.id) !== null),
      }),
    resolve: (event) => event,
  }),
);
