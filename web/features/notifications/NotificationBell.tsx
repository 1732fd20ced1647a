import { Badge, IconButton, Popover, Tooltip } from '@mui/material';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { NotificationList } from './NotificationList.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useNotifications } from './use-notifications.ts';

/** How many notifications the viewer has not read, always up to date, and the latest in a panel. */
export function NotificationBell() {
  const { nodes, unreadCount, failed, retry } = useNotifications();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const markRead = useMarkRead();
  const label = unreadCount === 0 ? 'Notifications' : `Notifications, ${unreadCount} unread`;
  const close = () => setAnchor(null);

  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge badgeContent={unreadCount || null} max={99} slotProps={{ badge: { 'aria-hidden': true } }} sx={badge}>
            <Bell size={18} strokeWidth={1.75} aria-hidden />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
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
          onFollow={close}
        />
      </Popover>
    </>
  );
}

const badge = {
  '& .MuiBadge-badge': {
    minWidth: 16,
    height: 16,
    px: 0.5,
    fontSize: 11,
    fontWeight: 600,
    bgcolor: 'error.main',
    color: 'error.contrastText',
    fontVariantNumeric: 'tabular-nums',
  },
} as const;
