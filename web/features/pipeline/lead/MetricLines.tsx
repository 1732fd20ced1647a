import { Box } from '@mui/material';
import type { MetricLine } from './metric-lines.ts';

const toneOf = ({ tone }: MetricLine) => (tone ? `tone.${tone}.ink` : 'text.primary');

/** Labels and numbers in two columns; a probability has a bar besides. */
export function MetricLines({ lines }: { lines: readonly MetricLine[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.5, m: 0, fontSize: 12, lineHeight: '18px' }}
    >
      {lines.map((line) => (
        <Box key={line.label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {line.label}
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0, textAlign: 'right', fontWeight: 500, color: toneOf(line) }}>
            {line.shown}
          </Box>
          {line.percent !== undefined && (
            <Box aria-hidden sx={{ gridColumn: '1 / -1', height: 4, borderRadius: 2, bgcolor: 'surface.hover', overflow: 'hidden' }}>
              <Box sx={{ width: `${line.percent}%`, height: 1, borderRadius: 2, bgcolor: `tone.${line.tone}.main` }} />
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}
