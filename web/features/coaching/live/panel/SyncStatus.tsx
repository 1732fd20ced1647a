import { Box, Typography } from '@mui/material';
import { CloudOff } from 'lucide-react';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import type { SyncOptions, SyncState } from '../transcript/transcript-sync.ts';

const WORDS = {
  told: 'Up to date',
  waiting: 'Typing...',
  telling: 'Sending...',
  unreachable: 'Callboard cannot be reached: what you type is kept and sent when it answers',
  refused: '',
  over: '',
} as const satisfies Record<SyncState, string>;

const OFFLINE = 'Offline: what you type is kept and sent when the connection is back';

/** How far what was typed has come. Only what keeps it from coming there is read out. */
export function SyncStatus({ telling: { state, refusal, text } }: { telling: SyncOptions }) {
  const isOffline = useConnectionState() === 'offline';
  const trouble = isOffline ? OFFLINE : state === 'unreachable' ? WORDS.unreachable : refusal;
  return (
    <Box sx={{ minHeight: 16 }}>
      <Box role="status">
        {trouble && (
          <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'tone.warning.ink' }}>
            <CloudOff size={16} aria-hidden />
            {trouble}
          </Typography>
        )}
      </Box>
      {!trouble && text !== '' && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {WORDS[state]}
        </Typography>
      )}
    </Box>
  );
}
