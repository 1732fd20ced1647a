import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Notification as NotificationRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';

const Notification = builder.objectRef<NotificationRow>('Notification').implement({
  description: 'Something you should know about.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    kind: t.exposeString('kind', { description: 'What it is about: `lead`, `call`, `order`, `sync`.' }),
    title: t.exposeString('title', { description: 'In a few words.' }),
    body: t.exposeString('body', { description: 'In a sentence; may be empty.' }),
    link: t.exposeString('link', { nullable: true, description: 'A path of the web client.' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true, description: 'When you read it; null for not yet.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came.' }),
  }),
});

const NotificationConnection = connectionOf('Notification', Notification);

builder.objectField(NotificationConnection, 'unreadCount', (t) =>
  t.withAuth({ signedIn: true }).int({
    description: 'How many you have not read, on all pages.',
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
    description: 'Marks your unread notifications as read, all of them or those named. Answers how many.',
    args: { ids: t.arg.idList({ description: 'Which ones; all when left out.' }) },
    resolve: (_root, { ids }, { services, viewer }) => services.notifications.markRead(viewer, ids),
  }),
);

const NotificationChange = builder.objectRef<SequencedEvent>('NotificationChange').implement({
  description: 'A notification that came, or some that were read.',
  fields: (t) => ({
    cursor: t.expose('seq', { type: 'EventCursor', description: 'Its place in the order of events; continue after it.' }),
    notification: t.withAuth({ signedIn: true }).field({
      type: Notification,
      nullable: true,
      description: 'What came; null where you have read some, perhaps elsewhere.',
      resolve: ({ kind, subjectId }, _args, { services, viewer }) =>
        kind === 'notification.added' ? services.notifications.find(viewer, subjectId) : null,
    }),
    unreadCount: t.withAuth({ signedIn: true }).int({
      description: 'How many you have not read now.',
      resolve: (_event, _args, { services, viewer }) => services.notifications.unread(viewer),
    }),
  }),
});

builder.subscriptionField('notificationAdded', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: NotificationChange,
    description:
      'Your notifications after the cursor, then live, and that you read some. Ends with an error of code RESYNC when too much was missed: then ask for them again.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }) },
    subscribe: (_root, { after }, { subscribeFrom: follow, viewer }) =>
      follow({
        after: after ?? null,
        kinds: ['notification.added', 'notifications.read'],
        visible: ({ actorId }) => actorId === viewer.id,
      }),
    resolve: (event) => event,
  }),
);
