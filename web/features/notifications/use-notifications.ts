import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';

const Notifications = graphql(`
  query Notifications {
    notifications(first: 20) {
      eventCursor
      unreadCount
      nodes {
        id
        ...NotificationItem_notification
      }
    }
  }
`);

const NotificationAdded = graphql(`
  subscription NotificationAdded($after: EventCursor) {
    notificationAdded(after: $after) {
      cursor
    }
  }
`);

/** The latest notifications and how many are unread; both follow what comes and what is read elsewhere. */
export function useNotifications() {
  const { data, error, retry } = useLiveQuery({
    query: Notifications,
    eventCursorOf: ({ notifications }) => notifications.eventCursor,
    changes: NotificationAdded,
    cursorOf: ({ notificationAdded }) => notificationAdded.cursor,
  });
  const known = data?.notifications;
  return {
    nodes: known?.nodes ?? null,
    unreadCount: known?.unreadCount ?? 0,
    failed: error !== undefined,
    retry,
  };
}
