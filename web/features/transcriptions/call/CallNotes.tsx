import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { CallNotes_CallFragment } from '#web/gql/graphql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { Section } from '../Section.tsx';
import { KeyMoments } from './KeyMoments.tsx';
import { NextSteps } from './NextSteps.tsx';

const CallNotes_call = graphql(`
  fragment CallNotes_call on Transcription {
    id
    summary
    tags
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

/** What the call was about: its summary, what follows from it, and where in it to look. What was not found takes no room. */
export function CallNotes({ call, turn, onTurn }: CallNotesProps) {
  const { data, complete } = useFragment({ fragment: CallNotes_call, from: call });
  if (!complete) return null;
  const { summary, tags, nextSteps, keyMoments } = data;
  return (
    <>
      {(summary || tags.length > 0) && (
        <Section title="Summary">
          {summary && <Typography sx={{ overflowWrap: 'anywhere', textWrap: 'pretty' }}>{summary}</Typography>}
          {tags.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: summary ? 1 : 0 }}>
              {tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </Box>
          )}
        </Section>
      )}
      {nextSteps.length > 0 && (
        <Section title="Next steps">
          <NextSteps steps={nextSteps} />
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
