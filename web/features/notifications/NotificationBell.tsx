import { useQuery } from '@apollo/client/react';
import { Badge, IconButton, Popover, Tooltip } from '@mui/material';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { NotificationList } from './NotificationList.tsx';
import { useMarkRead } from './use-mark-read.ts';

export const NotificationsDocument = graphql(`
  query Notifications {
    notifications(first: 20) {
      unreadCount
      nodes {
        id
        readAt
        ...NotificationItem_notification
      }
    }
  }
`);

/** How many notifications the viewer has not read, and the latest in a panel; opening it reads them. */
export function NotificationBell() {
  const { data, refetch } = useQuery(NotificationsDocument);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const markRead = useMarkRead();
  const { nodes, unreadCount } = data?.notifications ?? { nodes: null, unreadCount: 0 };
  const label = unreadCount === 0 ? 'Notifications' : `Notifications, ${unreadCount} unread`;

  function open(button: HTMLElement) {
    setAnchor(button);
    const unread = nodes?.filter(({ readAt }) => readAt === null).map(({ id }) => id) ?? [];
    if (unread.length > 0) markRead(unread);
  }
  // What was new keeps its mark while the panel is open; afterwards the server tells how things stand.
  function close() {
    setAnchor(null);
    refetch().catch(() => undefined);
  }

  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => open(event.currentTarget)}
        >
          <Badge badgeContent={unreadCount} max={99} slotProps={{ badge: { 'aria-hidden': true } }} sx={badge}>
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
        <NotificationList notifications={nodes} onFollow={close} />
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
