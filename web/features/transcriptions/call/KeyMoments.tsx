import { Box, ButtonBase, Typography } from '@mui/material';
import type { CallNotes_CallFragment, MomentKind } from '#web/gql/graphql.ts';
import type { Tone } from '#web/theme/theme.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { SPEAKER_LABELS } from './speakers.ts';

const TONES: Partial<Record<MomentKind, Tone>> = {
  problem: 'error',
  objection: 'warning',
  competitor: 'warning',
  agreement: 'success',
  praise: 'success',
  need: 'brand',
  decision: 'brand',
};

type KeyMomentsProps = { moments: CallNotes_CallFragment['keyMoments']; turn: number | null; onTurn: (turn: number) => void };

/** Moments worth going back to; each leads to its place in the dialogue. */
export function KeyMoments({ moments, turn, onTurn }: KeyMomentsProps) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.5, m: 0, mx: -1, p: 0, listStyle: 'none' }}>
      {moments.map((moment) => (
        <Box component="li" key={`${moment.turn} ${moment.kind} ${moment.quote}`}>
          <ButtonBase
            onClick={() => onTurn(moment.turn)}
            aria-current={turn === moment.turn || undefined}
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              justifyContent: 'flex-start',
              gap: 1,
              width: '100%',
              p: 1,
              borderRadius: '8px',
              textAlign: 'left',
              '&:hover': { bgcolor: 'surface.hover' },
              '&[aria-current]': { bgcolor: 'surface.selected' },
            }}
          >
            <Box sx={{ flex: 'none', width: 88, textTransform: 'capitalize' }}>
              <Badge tone={TONES[moment.kind]}>{moment.kind}</Badge>
            </Box>
            <Typography component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              “{moment.quote}”
              {moment.speaker && (
                <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                  {` ${SPEAKER_LABELS[moment.speaker]}`}
                </Typography>
              )}
            </Typography>
          </ButtonBase>
        </Box>
      ))}
    </Box>
  );
}
