import type { ApolloCache, FragmentType } from '@apollo/client';
import { useMutation, useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, ButtonBase, Popover, Typography } from '@mui/material';
import { Bell, CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import type { useNotifications } from './use-notifications.ts';

type NotificationPanelProps = { anchor: HTMLElement | null; known: ReturnType<typeof useNotifications>; onClose: () => void };

/** The latest notifications, under the bell. */
export function NotificationPanel({
  anchor,
  known: { nodes, unreadCount, failed, retry, hasMore, more },
  onClose,
}: NotificationPanelProps) {
  const markRead = useMarkRead();
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: -8, horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Notifications', sx: { width: 380, maxWidth: 'calc(100vw - 32px)' } } }}
    >
      <NotificationList
        notifications={nodes}
        unreadCount={unreadCount}
        hasMore={hasMore}
        onMore={more}
        onRetry={failed ? retry : undefined}
        onRead={markRead.one}
        onReadAll={() => markRead.all(nodes?.map(({ id }) => id) ?? [])}
        onNavigate={onClose}
      />
    </Popover>
  );
}

type NotificationRef = { id: string } & FragmentType<typeof NotificationItem_notification>;
type NotificationListProps = {
  notifications: readonly NotificationRef[] | null;
  unreadCount: number;
  hasMore: boolean;
  onMore: () => Promise<unknown>;
  /** Set if loading failed. */
  onRetry?: () => void;
  onRead: (id: string) => void;
  onReadAll: () => void;
  onNavigate: () => void;
};

function NotificationList({ unreadCount, onReadAll, ...itemProps }: NotificationListProps) {
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 48, pl: 2, pr: 1, borderBottom: '1px solid', borderColor: 'divider' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Notifications
        </Typography>
        {unreadCount > 0 && (
          <Button size="small" onClick={onReadAll}>
            Mark all as read
          </Button>
        )}
      </Box>
      <NotificationItems {...itemProps} />
    </>
  );
}

function NotificationItems(props: Omit<NotificationListProps, 'unreadCount' | 'onReadAll'>) {
  const { notifications, hasMore, onMore, onRetry, onRead, onNavigate } = props;
  if (onRetry)
    return (
      <EmptyState
        icon={<CircleAlert size={18} />}
        title="Couldn’t load notifications"
        action={
          <Button variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    );
  if (!notifications) return <ListSkeleton label="Loading notifications" height={72} />;
  if (notifications.length === 0)
    return <EmptyState icon={<Bell size={18} />} title="No notifications" hint="Updates that concern you appear here." />;
  return (
    <Box sx={{ maxHeight: 'min(480px, 70dvh)', overflowY: 'auto', pb: hasMore ? 2 : 0 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0.5 }}>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationItem notification={notification} onRead={() => onRead(notification.id)} onNavigate={onNavigate} />
          </li>
        ))}
      </Box>
      <LoadMore hasMore={hasMore} onMore={onMore} />
    </Box>
  );
}

const NotificationItem_notification = graphql(`
  fragment NotificationItem_notification on Notification {
    id
    title
    body
    link
    readAt
    createdAt
  }
`);

type NotificationItemProps = {
  notification: FragmentType<typeof NotificationItem_notification>;
  onRead: () => void;
  onNavigate: () => void;
};

/** One notification. Clicking it marks it as read and follows its link, if any. */
function NotificationItem({ notification, onRead, onNavigate }: NotificationItemProps) {
  const { data } = useSuspenseFragment({ fragment: NotificationItem_notification, from: notification });
  const { title, body, link, readAt, createdAt } = data;
  const handleClick = () => {
    if (!readAt) onRead();
    if (link) onNavigate();
  };
  const linkProps = link
    ? { component: Link, to: link, onClick: handleClick }
    : readAt
      ? {}
      : { component: ButtonBase, onClick: handleClick };
  return (
    <Box
      {...linkProps}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: '8px minmax(0, 1fr)',
        columnGap: 1.25,
        width: '100%',
        textAlign: 'start',
        alignItems: 'start',
        px: 1.5,
        py: 1.25,
        borderRadius: 1,
        color: 'inherit',
        textDecoration: 'none',
        '&:is(a, button):hover': { bgcolor: theme.vars.palette.surface.hover },
        '&:focus-visible': { outlineOffset: -2 },
      })}
    >
      <Box
        role={readAt ? undefined : 'img'}
        aria-label={readAt ? undefined : 'Unread'}
        sx={{ width: 8, height: 8, mt: 0.75, borderRadius: '50%', bgcolor: readAt ? 'transparent' : 'primary.main' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: readAt ? 400 : 600, overflowWrap: 'anywhere' }}>{title}</Typography>
        {body && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {body}
          </Typography>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={createdAt} />
        </Typography>
      </Box>
    </Box>
  );
}

const MarkRead = graphql(`
  mutation MarkNotificationsRead($ids: [ID!]) {
    markNotificationsRead(ids: $ids)
  }
`);

/** Marks a notification as read in the cache; returns whether it was unread. */
function wasUnread(cache: ApolloCache, id: string, now: string): boolean {
  let unread = false;
  cache.modify<{ readAt: string | null }>({
    id: cache.identify({ __typename: 'Notification', id }),
    fields: {
      readAt: (at) => {
        unread = at === null;
        return at ?? now;
      },
    },
  });
  return unread;
}

function updateCache(cache: ApolloCache, shown: readonly string[], all: boolean): void {
  const now = new Date().toISOString();
  const read = shown.filter((id) => wasUnread(cache, id, now)).length;
  cache.modify<{ notifications: { unreadCount: number } }>({
    fields: {
      notifications: (known) =>
        'unreadCount' in known ? { ...known, unreadCount: all ? 0 : Math.max(0, known.unreadCount - read) } : known,
    },
  });
}

/** Marks notifications as read, optimistically. */
function useMarkRead() {
  const [mutate] = useMutation(MarkRead);
  const mark = (ids: string[] | null, shown: readonly string[]) =>
    mutate({
      variables: { ids },
      optimisticResponse: { markNotificationsRead: shown.length },
      update: (cache) => updateCache(cache, shown, ids === null),
      // A failure is not reported: the notifications show as unread again.
    }).catch(() => undefined);
  return {
    one: (id: string) => mark([id], [id]),
    all: (shown: readonly string[]) => mark(null, shown),
  };
}
