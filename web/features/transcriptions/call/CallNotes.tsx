import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, ButtonBase, Chip, Typography } from '@mui/material';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CallNotes_CallFragment, MomentKind } from '#web/gql/graphql.ts';
import type { Tone } from '#web/theme/theme.ts';
import { EmptyValue, Section } from '#web/ui/Section.tsx';

const CallNotes_call = graphql(`
  fragment CallNotes_call on Transcription {
    id
    summary
    tags
    engine
    nextSteps {
      text
      owner
      due
    }
    keyMoments {
      kind
      speaker
      quote
      turn
    }
  }
`);

type CallNotesProps = { call: FragmentType<CallNotes_CallFragment>; turn: number | null; onTurn: (turn: number) => void };

/** Summary, tags, next steps and key moments. Empty sections are left out, except the next steps of a call that was analyzed. */
export function CallNotes({ call, turn, onTurn }: CallNotesProps) {
  const { data, complete } = useFragment({ fragment: CallNotes_call, from: call });
  if (!complete) return null;
  const { summary, tags, engine, nextSteps, keyMoments } = data;
  return (
    <>
      {(summary || tags.length > 0) && (
        <Section title="Summary">
          {summary && <Typography sx={{ overflowWrap: 'anywhere', textWrap: 'pretty' }}>{summary}</Typography>}
          {tags.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: summary ? 1 : 0 }}>
              {tags.map((tag) => (
                <Chip key={tag} label={tag} />
              ))}
            </Box>
          )}
        </Section>
      )}
      {engine !== null && (
        <Section title="Next steps">
          {nextSteps.length > 0 ? <NextSteps steps={nextSteps} /> : <EmptyValue>None recognised</EmptyValue>}
        </Section>
      )}
      {keyMoments.length > 0 && (
        <Section title="Key moments">
          <KeyMoments moments={keyMoments} turn={turn} onTurn={onTurn} />
        </Section>
      )}
    </>
  );
}

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

/** Key moments; each links to its turn. */
function KeyMoments({ moments, turn, onTurn }: KeyMomentsProps) {
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
              <Chip color={TONES[moment.kind]} label={moment.kind} />
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

/** Agreed next steps, with owner and due date. */
function NextSteps({ steps }: { steps: CallNotes_CallFragment['nextSteps'] }) {
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
