import { Box, Button, Paper, Typography } from '@mui/material';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** Any address that leads nowhere. */
export function NotFound() {
  useEffect(() => {
    document.title = '404 Page Not Found · Callboard';
  }, []);
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', p: 3, minHeight: 'calc(100dvh - 64px)' }}>
      <Paper sx={{ width: '100%', maxWidth: 480 }}>
        <EmptyState
          icon={<Compass size={18} />}
          title={
            <Typography component="h1" variant="h6">
              404 Page Not Found
            </Typography>
          }
          hint="There is nothing at this address. It may have moved, or the link may be mistyped."
          action={
            <Button component={Link} to={PATHS.responseCenter} variant="outlined">
              Go to the AI Response Center
            </Button>
          }
        />
      </Paper>
    </Box>
  );
}
