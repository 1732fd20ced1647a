import { Box } from '@mui/material';
import type { Tone } from '#web/theme/theme.ts';
import { Badge } from '#web/ui/values/Badge.tsx';

const SENTIMENTS: Partial<Record<string, Tone>> = { positive: 'success', negative: 'error' };

/** The type and sentiment of a call. */
export function CallBadges({ type, sentiment }: { type: string; sentiment?: string | null }) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, flexShrink: 0, textTransform: 'capitalize' }}>
      <Badge>{type}</Badge>
      {sentiment && <Badge tone={SENTIMENTS[sentiment]}>{sentiment}</Badge>}
    </Box>
  );
}
