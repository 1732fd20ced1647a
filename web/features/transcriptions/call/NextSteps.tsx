import { Box, Typography } from '@mui/material';
import type { CallNotes_CallFragment } from '#web/gql/graphql.ts';
import { SPEAKER_LABELS } from './speakers.ts';

/** What was promised or asked for: by whom, and by when. */
export function NextSteps({ steps }: { steps: CallNotes_CallFragment['nextSteps'] }) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.75, m: 0, pl: 2.25, '& li::marker': { color: 'text.disabled' } }}>
      {steps.map(({ text, owner, due }) => (
        <Box component="li" key={`${owner} ${due} ${text}`} sx={{ overflowWrap: 'anywhere' }}>
          {text}
          {(owner || due) && (
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {' — '}
              {[owner && SPEAKER_LABELS[owner], due].filter(Boolean).join(', ')}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}
