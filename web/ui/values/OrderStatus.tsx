import { Box } from '@mui/material';
import type { Tone } from '#web/theme/theme.ts';
import { Badge } from './Badge.tsx';

// The colours of the specification; other states are grey.
const TONES = new Map<string, Tone>([
  ['paid', 'success'],
  ['delivered', 'success'],
  ['pending', 'warning'],
  ['shipped', 'info'],
  ['cancelled', 'error'],
]);

/** What became of an order: paid, partially shipped. */
export function OrderStatus({ status }: { status: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', minWidth: 0, textTransform: 'capitalize' }}>
      <Badge tone={TONES.get(status) ?? 'neutral'}>{status.replaceAll('_', ' ')}</Badge>
    </Box>
  );
}
