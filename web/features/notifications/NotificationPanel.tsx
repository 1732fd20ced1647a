import { Popover } from '@mui/material';
import { NotificationList } from './NotificationList.tsx';
import { useMarkRead } from './use-mark-read.ts';
import type { useNotifications } from './use-notifications.ts';

type NotificationPanelProps = { anchor: HTMLElement | null; known: ReturnType<typeof useNotifications>; onClose: () => void };

/** The latest notifications, under the bell. */
export function NotificationPanel({ anchor, known: { nodes, unreadCount, failed, retry }, onClose }: NotificationPanelProps) {
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
        onRetry={failed ? retry : undefined}
        onRead={markRead.one}
        onReadAll={() => markRead.all(nodes?.map(({ id }) => id) ?? [])}
        onFollow={onClose}
      />
    </Popover>
  );
}
