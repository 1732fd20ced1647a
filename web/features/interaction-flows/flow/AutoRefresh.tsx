import { Box } from '@mui/material';
import { useConnectionState } from '#web/apollo/connection-state.ts';

const WORDS = { live: 'Auto-refresh on', 'catching up': 'Auto-refresh is catching up', offline: 'Auto-refresh paused: offline' } as const;

/** Says whether what is shown follows by itself. */
export function AutoRefresh() {
  const state = useConnectionState();
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        typography: 'caption',
        color: 'text.secondary',
        '&::before': {
          content: '""',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: theme.vars.palette.tone[state === 'live' ? 'success' : 'warning'].main,
        },
      })}
    >
      {WORDS[state]}
    </Box>
  );
}
