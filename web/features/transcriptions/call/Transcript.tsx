import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { memo, useEffect } from 'react';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { graphql } from '#web/gql/gql.ts';
import type { Transcript_CallFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/duration.ts';
import { Section } from './call-layout.tsx';

const Transcript_call = graphql(`
  fragment Transcript_call on Transcription {
    id
    turns {
      index
      speaker
      name
      text
      start
    }
  }
`);

const turnId = (turn: number): string => `turn-${turn}`;

/** The turn that was led to; a new one each time, so that one can be led to the same turn again. */
export type Marked = { turn: number };

type DialogueProps = { call: FragmentType<Transcript_CallFragment>; marked: Marked | null };

/** What was said, turn by turn. The browser lays out only the turns near the window, however long the call was. */
export function Transcript({ call, marked }: DialogueProps) {
  const { data, complete } = useFragment({ fragment: Transcript_call, from: call });
  useEffect(() => {
    if (marked === null || !complete) return;
    const turn = document.getElementById(turnId(marked.turn));
    turn?.scrollIntoView({ block: 'center' });
    turn?.focus({ preventScroll: true });
  }, [marked, complete]);
  if (!complete) return null;
  return (
    <Section title="Dialogue">
      {data.turns.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Nothing was said.</Typography>}
      <Box component="ol" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', m: 0, mx: -1, p: 0, listStyle: 'none' }}>
        {data.turns.map((turn) => (
          <DialogueTurn key={turn.index} turn={turn} marked={turn.index === marked?.turn} />
        ))}
      </Box>
    </Section>
  );
}

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

type Turn = Transcript_CallFragment['turns'][number];

/** What one speaker says until another does: the customer in full ink, the rep quieter. */
const DialogueTurn = memo(function DialogueTurn({ turn, marked }: { turn: Turn; marked: boolean }) {
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
