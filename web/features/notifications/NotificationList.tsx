import type { FragmentType } from '@apollo/client';
import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { Bell } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { NotificationItem, type NotificationItem_notification } from './NotificationItem.tsx';

type Shown = { id: string } & FragmentType<typeof NotificationItem_notification>;
type NotificationListProps = { notifications: readonly Shown[] | null; onFollow: () => void };

/** The latest notifications, newest first. */
export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  return (
    <>
      <Typography variant="h2" sx={{ px: 2, py: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
        Notifications
      </Typography>
      <Entries notifications={notifications} onFollow={onFollow} />
    </>
  );
}

function Entries({ notifications, onFollow }: NotificationListProps) {
  if (!notifications) return <Loading />;
  if (notifications.length === 0)
    return <EmptyState icon={<Bell size={18} />} title="Nothing new" hint="What concerns you will be listed here." />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0.5, maxHeight: 'min(480px, 70dvh)', overflowY: 'auto' }}>
      {notifications.map((notification) => (
        <li key={notification.id}>
          <NotificationItem notification={notification} onFollow={onFollow} />
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
