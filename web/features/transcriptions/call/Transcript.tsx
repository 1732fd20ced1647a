import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { memo, useEffect } from 'react';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { graphql } from '#web/gql/gql.ts';
import type { Transcript_CallFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/time.ts';
import { Section } from '#web/ui/Section.tsx';

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

/** The turn to scroll to. A new object scrolls again, even to the same turn. */
export type Marked = { turn: number };

type TranscriptProps = { call: FragmentType<Transcript_CallFragment>; marked: Marked | null };

/** The transcript, turn by turn. The browser lays out only the visible turns. */
export function Transcript({ call, marked }: TranscriptProps) {
  const { data, complete } = useFragment({ fragment: Transcript_call, from: call });
  useEffect(() => {
    if (marked === null || !complete) return;
    const turn = document.getElementById(turnId(marked.turn));
    turn?.scrollIntoView({ block: 'center' });
    turn?.focus({ preventScroll: true });
  }, [marked, complete]);
  if (!complete) return null;
  return (
    <Section title="Transcript">
      {data.turns.length === 0 && <Typography sx={{ color: 'text.secondary' }}>The transcript is empty.</Typography>}
      <Box component="ol" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', m: 0, mx: -1, p: 0, listStyle: 'none' }}>
        {data.turns.map((turn) => (
          <TranscriptTurn key={turn.index} turn={turn} marked={turn.index === marked?.turn} />
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
  '& .text': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '&[data-speaker=customer] .who': { color: theme.vars.palette.primary.main },
  '&[data-speaker=customer] .text': { fontWeight: 450 },
  '&[data-speaker=rep] .text': { color: theme.vars.palette.text.secondary },
  '&[data-speaker=""]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '&[data-marked]': { backgroundColor: theme.vars.palette.surface.selected },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 },
}));

type Turn = Transcript_CallFragment['turns'][number];

/** One turn; the customer in the text color, the rep in the secondary color. */
const TranscriptTurn = memo(function TranscriptTurn({ turn, marked }: { turn: Turn; marked: boolean }) {
  const role = turn.speaker && SPEAKER_LABELS[turn.speaker];
  const speakerName = turn.name ?? role;
  const time = turn.start === null ? null : minutesAndSeconds(Math.floor(turn.start / 1_000));
  return (
    <Row
      id={turnId(turn.index)}
      tabIndex={-1}
      data-speaker={turn.speaker ?? (speakerName ? 'named' : '')}
      data-marked={marked || undefined}
    >
      {speakerName && (
        <span className="who">
          {speakerName}
          <span className="at">{[turn.name && role, time].filter(Boolean).join(' · ')}</span>
        </span>
      )}
      <p className="text" dir="auto">
        {turn.text}
      </p>
    </Row>
  );
});
