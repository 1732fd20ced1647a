import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';

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

/** However many come at once, they are asked for this often at most, in milliseconds. */
const AGAIN = 200;

/** The latest notifications and how many are unread; both follow what comes and what is read elsewhere. */
export function useNotifications() {
  const { data, error, refetch } = useQuery(Notifications);
  const known = data?.notifications;
  const again = useEffectEvent(() => refetch().catch(() => undefined));
  const refresh = useMemo(() => soon(AGAIN, () => again()), []);
  useEffect(() => refresh.drop, [refresh]);

  useResumableSubscription(NotificationAdded, {
    cursorOf: ({ notificationAdded }) => notificationAdded.cursor,
    from: known?.eventCursor ?? null,
    onChange: refresh.ask,
    onResync: refresh.ask,
  });

  return {
    nodes: known?.nodes ?? null,
    unreadCount: known?.unreadCount ?? 0,
    failed: error !== undefined && !known,
    retry: () => void again(),
  };
}
