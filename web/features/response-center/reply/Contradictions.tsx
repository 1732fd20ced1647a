import { Box, Button, Typography } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { inset } from '#web/ui/styles.ts';
import type { Contradiction } from './sentence-sources.ts';

type ContradictionsProps = {
  contradictions: readonly Contradiction[];
  text: string;
  /** Titles of the sources, by position. */
  titles: readonly string[];
  onChange: (text: string) => void;
};

/** Sources that say different things: each with its words, and a button that puts them into the reply. */
export function Contradictions({ contradictions, text, titles, onChange }: ContradictionsProps) {
  const heading = useId();
  return contradictions.map(({ gap, choices }) => (
    <Box
      key={gap.start}
      component="section"
      aria-labelledby={`${heading}${gap.start}`}
      sx={[inset, { p: 1.5, borderColor: 'tone.warning.main', bgcolor: 'tone.warning.surface' }]}
    >
      <Box sx={{ display: 'flex', gap: 1, color: 'tone.warning.ink' }}>
        <TriangleAlert size={18} aria-hidden />
        <Typography component="h4" variant="body2" id={`${heading}${gap.start}`} sx={{ fontWeight: 600 }}>
          Your sources contradict each other. Check which is right.
        </Typography>
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {choices.map(({ start, end, sources }) => (
          <Box
            component="li"
            key={start}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, typography: 'body2' }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ fontWeight: 500 }}>{sources.map((source) => titles[source]).join(', ')}</Box>
              {text.slice(start, end)}
            </Box>
            <Button
              size="small"
              variant="outlined"
              aria-label={`Use this: ${text.slice(start, end)}`}
              onClick={() => onChange(`${text.slice(0, gap.start)}${text.slice(start, end)}${text.slice(gap.end)}`)}
            >
              Use this
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  ));
}
