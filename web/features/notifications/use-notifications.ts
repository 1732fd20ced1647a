import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';

/** Notifications per page. */
const PAGE_SIZE = 20;

const Notifications = graphql(`
  query Notifications($first: Int, $after: String) {
    notifications(first: $first, after: $after) {
      eventCursor
      unreadCount
      nodes {
        id
        ...NotificationItem_notification
      }
      pageInfo {
        hasNextPage
        endCursor
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

/** The viewer's notifications, newest first, and how many are unread; both follow what comes and what is read elsewhere. */
export function useNotifications() {
  const { data, error, retry, hasMore, more } = useLiveList({
    query: Notifications,
    variables: { first: PAGE_SIZE },
    field: 'notifications',
    typename: 'Notification',
    selectConnection: ({ notifications }) => notifications,
    changes: NotificationAdded,
    // An event names no notification: one came, or several were read.
    changeOf: ({ notificationAdded: { cursor } }) => ({ cursor, kind: 'created', id: '' }),
    filtered: false,
  });
  return {
    nodes: data?.notifications.nodes ?? null,
    unreadCount: data?.notifications.unreadCount ?? 0,
    failed: error !== undefined,
    retry,
    hasMore,
    more,
  };
}
