import { Box, Tooltip } from '@mui/material';
import type { Tone } from '#web/theme/theme.ts';

const TONES: Partial<Record<string, Tone>> = { positive: 'success', negative: 'error' };

/** How a call went, as a dot: green, red, or yellow for everything else. Its word is there for those who do not see the colour. */
export function SentimentDot({ sentiment }: { sentiment: string | null | undefined }) {
  const words = `Sentiment: ${sentiment || 'not known'}`;
  return (
    <Tooltip title={words}>
      <Box
        role="img"
        aria-label={words}
        sx={{
          flexShrink: 0,
          width: 8,
          height: 8,
          mt: '6px',
          borderRadius: '50%',
          bgcolor: `tone.${TONES[sentiment ?? ''] ?? 'warning'}.main`,
        }}
      />
    </Tooltip>
  );
}
