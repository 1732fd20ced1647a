import { Box } from '@mui/material';
import { type ConnectionState, useConnectionState } from '#web/apollo/connection-state.ts';
import { visuallyHidden } from '#web/ui/styles.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';

const MEANING = {
  live: { tone: 'success', hint: 'Changes by others appear the moment they happen.' },
  reconnecting: { tone: 'warning', hint: 'The connection was lost for a moment. Missed changes are being fetched.' },
  offline: { tone: 'error', hint: 'Callboard cannot be reached. Changes will be fetched when the connection is back.' },
} as const satisfies Record<ConnectionState, { tone: string; hint: string }>;

/** Whether the screen follows the server: live, reconnecting or offline. */
export function LiveIndicator() {
  const state = useConnectionState();
  const { tone, hint } = MEANING[state];
  return (
    <Tooltip title={hint} describeChild>
      <Box
        role="status"
        aria-live="polite"
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          flexShrink: 0,
          typography: 'caption',
          fontWeight: 500,
          color: 'text.secondary',
          '&::before': {
            content: '""',
            width: 8,
            height: 8,
            borderRadius: '50%',
            bgcolor: theme.vars.palette.tone[tone].main,
            boxShadow: `0 0 0 3px ${theme.vars.palette.tone[tone].surface}`,
          },
        })}
      >
        <Box component="span" sx={state === 'live' ? quietOnPhones : undefined}>
          {state}
        </Box>
      </Box>
    </Tooltip>
  );
}

// Without room for the word only the dot is visible; screen readers still get the word.
const quietOnPhones = {
  '@media (max-width: 599.95px)': visuallyHidden,
} as const;
