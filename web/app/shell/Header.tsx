import { Box, IconButton, Typography } from '@mui/material';
import { Menu } from 'lucide-react';
import { NotificationBell } from '#web/features/notifications/NotificationBell.tsx';
import { Permitted, useGreetingName } from '#web/session/session.tsx';
import { HEADER_HEIGHT } from '#web/ui/styles.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';
import { Logout } from './Logout.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

/** Search on the left; connection state, notifications and user on the right. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const name = useGreetingName();
  return (
    <Box
      component="header"
      sx={(theme) => ({
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, sm: 1.5 },
        height: HEADER_HEIGHT,
        px: { xs: 2, sm: 3 },
        bgcolor: 'background.default',
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      <Tooltip title="Navigation">
        <IconButton onClick={onMenu} aria-label="Open navigation" edge="start" sx={{ display: { md: 'none' } }}>
          <Menu size={18} aria-hidden />
        </IconButton>
      </Tooltip>
      <Permitted to="transcription.read" otherwise={<Box sx={{ flex: 1 }} />}>
        <SearchBox />
      </Permitted>
      <Box sx={{ flex: { sm: 1 } }} />
      <LiveIndicator />
      <NotificationBell />
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 1.5 }}>
        <ThemeToggle />
        <Typography noWrap sx={{ maxWidth: 220, fontWeight: 500 }}>
          Welcome, {name}
        </Typography>
        <Logout />
      </Box>
    </Box>
  );
}
