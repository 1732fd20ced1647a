import { Box, Drawer, Typography } from '@mui/material';
import { useGreetingName } from '#web/session/session.tsx';
import { Logout } from './Logout.tsx';
import { Brand, Navigation } from './Navigation.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserCard } from './UserCard.tsx';

/** The sidebar of a narrow window, with the parts that do not fit in its header. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const name = useGreetingName();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      sx={{ display: { md: 'none' } }}
      slotProps={{
        paper: {
          'aria-label': 'Navigation',
          sx: (theme) => ({
            width: 280,
            maxWidth: '85vw',
            border: 0,
            bgcolor: theme.vars.palette.surface.sidebar,
            backgroundImage: 'none',
          }),
        },
      }}
    >
      <Brand compact={false} />
      <Navigation onNavigate={onClose} />
      <Box sx={{ display: { xs: 'flex', sm: 'none' }, alignItems: 'center', gap: 1, px: 2, py: 1 }}>
        <Typography noWrap variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
          Welcome, {name}
        </Typography>
        <ThemeToggle />
        <Logout />
      </Box>
      <UserCard />
    </Drawer>
  );
}
