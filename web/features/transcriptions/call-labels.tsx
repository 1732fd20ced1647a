import { Box, Chip } from '@mui/material';
import type { Tone } from '#web/theme/theme.ts';

/** The title of a call, or else the end of its id. */
export const callTitle = ({ id, title }: { id: string; title?: string | null }): string => title || `Call ${id.slice(-6)}`;

const ENGINES: Readonly<Record<string, string>> = { offline: 'the offline assistant' };

/** The engine that analyzed a call, for use within a sentence. */
export const engineName = (engine: string): string => ENGINES[engine] ?? engine;

/** Where a call came from; null if a person added it. */
export function sourceNote(source: string | null | undefined): string | null {
  if (source === 'callrail') return 'From CallRail';
  return source === 'live_call' ? 'From a live call' : null;
}

const SENTIMENTS: Partial<Record<string, Tone>> = { positive: 'success', negative: 'error' };

/** The type and sentiment of a call. */
export function CallBadges({ type, sentiment }: { type: string; sentiment?: string | null }) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, flexShrink: 0, textTransform: 'capitalize' }}>
      <Chip label={type} />
      {sentiment && <Chip color={SENTIMENTS[sentiment]} label={sentiment} />}
    </Box>
  );
}
