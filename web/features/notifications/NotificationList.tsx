import type { FragmentType } from '@apollo/client';
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { Bell, CircleAlert } from 'lucide-react';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { NotificationItem, type NotificationItem_notification } from './NotificationItem.tsx';

type Shown = { id: string } & FragmentType<typeof NotificationItem_notification>;
type NotificationListProps = {
  notifications: readonly Shown[] | null;
  unreadCount: number;
  /** Given where they could not be read. */
  onRetry?: () => void;
  onRead: (id: string) => void;
  onReadAll: () => void;
  onFollow: () => void;
};

/** The latest notifications, newest first. */
export function NotificationList({ unreadCount, onReadAll, ...entries }: NotificationListProps) {
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
      <Entries {...entries} />
    </>
  );
}

function Entries({ notifications, onRetry, onRead, onFollow }: Omit<NotificationListProps, 'unreadCount' | 'onReadAll'>) {
  if (onRetry)
    return (
      <EmptyState
        icon={<CircleAlert size={18} />}
        title="Notifications could not be loaded"
        action={
          <Button variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    );
  if (!notifications) return <Loading />;
  if (notifications.length === 0)
    return <EmptyState icon={<Bell size={18} />} title="Nothing new" hint="What concerns you will be listed here." />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0.5, maxHeight: 'min(480px, 70dvh)', overflowY: 'auto' }}>
      {notifications.map((notification) => (
        <li key={notification.id}>
          <NotificationItem notification={notification} onRead={() => onRead(notification.id)} onFollow={onFollow} />
        </li>
      ))}
    </Box>
  );
}

function Loading() {
  return (
    <Stack spacing={1} sx={{ p: 1.5 }} role="status" aria-label="Loading notifications">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} variant="rounded" height={56} />
      ))}
    </Stack>
  );
}
