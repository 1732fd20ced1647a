import { styled } from '@mui/material/styles';
import { memo } from 'react';
import type { Dialogue_CallFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/duration.ts';
import { SPEAKER_LABELS, turnId } from './speakers.ts';

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  gap: 12,
  padding: '8px',
  borderRadius: 8,
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 56px',
  scrollMarginBlock: 80,
  '&:focus': { outline: 'none' },
  '& .who': { ...theme.typography.body2, fontWeight: 500, color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .at': { ...theme.typography.caption, display: 'block', fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
  '& .said': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '&[data-speaker=customer] .who': { color: theme.vars.palette.primary.main },
  '&[data-speaker=customer] .said': { fontWeight: 450 },
  '&[data-speaker=rep] .said': { color: theme.vars.palette.text.secondary },
  '&[data-speaker=""]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '&[data-marked]': { backgroundColor: theme.vars.palette.surface.selected },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 },
}));

type Turn = Dialogue_CallFragment['turns'][number];

/** What one speaker says until another does: the customer in full ink, the rep quieter. */
export const DialogueTurn = memo(function DialogueTurn({ turn, marked }: { turn: Turn; marked: boolean }) {
  const who = turn.name ?? (turn.speaker ? SPEAKER_LABELS[turn.speaker] : null);
  return (
    <Row id={turnId(turn.index)} tabIndex={-1} data-speaker={turn.speaker ?? (who ? 'named' : '')} data-marked={marked || undefined}>
      {who && (
        <span className="who">
          {who}
          {turn.start !== null && <span className="at">{minutesAndSeconds(Math.floor(turn.start / 1_000))}</span>}
        </span>
      )}
      <p className="said" dir="auto">
        {turn.text}
      </p>
    </Row>
  );
});
