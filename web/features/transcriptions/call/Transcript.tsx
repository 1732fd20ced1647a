import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { useEffect } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { Dialogue_CallFragment } from '#web/gql/graphql.ts';
import { Section } from '../Section.tsx';
import { DialogueTurn } from './DialogueTurn.tsx';
import { turnId } from './speakers.ts';

const Dialogue_call = graphql(`
  fragment Dialogue_call on Transcription {
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

/** The turn that was led to; a new one each time, so that one can be led to the same turn again. */
export type Marked = { turn: number };

type DialogueProps = { call: FragmentType<Dialogue_CallFragment>; marked: Marked | null };

/** What was said, turn by turn. The browser lays out only the turns near the window, however long the call was. */
export function Transcript({ call, marked }: DialogueProps) {
  const { data, complete } = useFragment({ fragment: Dialogue_call, from: call });
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
