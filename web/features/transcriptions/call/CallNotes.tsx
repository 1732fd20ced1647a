import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, ButtonBase, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CallNotes_CallFragment, MomentKind } from '#web/gql/graphql.ts';
import { useMay } from '#web/session/session.tsx';
import { dayFromWords, dayOf } from '#web/tasks/due.ts';
import { useCreateTask } from '#web/tasks/use-tasks.ts';
import type { Tone } from '#web/theme/theme.ts';
import { EmptyValue, Section } from '#web/ui/Section.tsx';

const CallNotes_call = graphql(`
  fragment CallNotes_call on Transcription {
    id
    summary
    tags
    engine
    createdAt
    rep {
      id
    }
    tasks(first: 100) {
      nodes {
        id
        title
      }
    }
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
        <Section title="Next steps">{nextSteps.length > 0 ? <NextSteps call={data} /> : <EmptyValue>None recognised</EmptyValue>}</Section>
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

/** Agreed next steps, with owner and due date. What one of us promised becomes a task with one click. */
function NextSteps({ call }: { call: CallNotes_CallFragment }) {
  const mayAdd = useMay('task.change');
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.75, m: 0, pl: 2.25, '& li::marker': { color: 'text.disabled' } }}>
      {call.nextSteps.map(({ text, owner, due }) => (
        <Box component="li" key={`${owner} ${due} ${text}`} sx={{ overflowWrap: 'anywhere' }}>
          {text}
          {(owner || due) && (
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {' — '}
              {[owner && SPEAKER_LABELS[owner], due].filter(Boolean).join(', ')}
            </Typography>
          )}
          {mayAdd && owner !== 'customer' && <AddStepAsTask call={call} text={text} due={due} />}
        </Box>
      ))}
    </Box>
  );
}

/** Makes a promise of a call a task of its rep, or else of the viewer, due on the day that was said. */
function AddStepAsTask({ call, text, due }: { call: CallNotes_CallFragment; text: string; due: string | null }) {
  const create = useCreateTask('Task added.');
  const [state, setState] = useState<'idle' | 'adding' | 'added'>('idle');
  const title = text.slice(0, TEXT_LIMITS.line).trim();
  if (state === 'added' || call.tasks.nodes.some((task) => task.title === title)) return <Chip label="Task added" sx={{ ml: 1 }} />;
  const add = async () => {
    setState('adding');
    const dueOn = dayFromWords(due, dayOf(new Date(call.createdAt)));
    const added = await create({ title, dueOn, transcriptionId: call.id, ...(call.rep && { ownerId: call.rep.id }) });
    setState(added ? 'added' : 'idle');
  };
  return (
    <Button size="small" onClick={add} disabled={state === 'adding'} aria-label={`Add task: ${title}`} sx={{ ml: 1, py: 0 }}>
      Add task
    </Button>
  );
}
