import { Box, IconButton } from '@mui/material';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useNotifications } from './use-notifications.ts';

const NotificationPanel = lazyWithPreload(() => import('./NotificationPanel.tsx').then((m) => m.NotificationPanel));

/** How many notifications the viewer has not read, always up to date, and the latest in a panel. */
export function NotificationBell() {
  const known = useNotifications();
  const { unreadCount } = known;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  usePreloadWhenIdle(NotificationPanel);
  const label = unreadCount === 0 ? 'Notifications' : `Notifications, ${unreadCount} unread`;

  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Bell size={18} strokeWidth={1.75} aria-hidden />
          {unreadCount > 0 && (
            <Box component="span" aria-hidden sx={count}>
              {unreadCount > MOST ? `${MOST}+` : unreadCount}
            </Box>
          )}
        </IconButton>
      </Tooltip>
      <LazyOverlay open={anchor !== null} onError={() => setAnchor(null)}>
        <NotificationPanel anchor={anchor} known={known} onClose={() => setAnchor(null)} />
      </LazyOverlay>
    </>
  );
}

// What still fits on the bell.
const MOST = 99;

const count = {
  position: 'absolute',
  top: 4,
  left: '50%',
  display: 'grid',
  placeItems: 'center',
  minWidth: 16,
  height: 16,
  px: 0.5,
  borderRadius: 4,
  fontSize: 11,
  lineHeight: 1,
  fontWeight: 600,
  bgcolor: 'error.main',
  color: 'error.contrastText',
  fontVariantNumeric: 'tabular-nums',
} as const;
