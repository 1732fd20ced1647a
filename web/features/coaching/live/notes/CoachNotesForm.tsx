import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, IconButton, OutlinedInput, Typography } from '@mui/material';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useKeptInput } from '#web/drafts/use-kept-input.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CoachNotes_CallFragment } from '#web/gql/graphql.ts';
import { useViewer } from '#web/session/session.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { PromptGroup } from '../prompts/PromptGroup.tsx';
import { CoachNotes_call, NoteLine, type PendingNote } from './CoachNotes.tsx';

/** From this length on the remaining characters are shown. */
const SHOW_REMAINING_FROM = 400;

const EMPTY = { text: '' };

type CoachNotesFormProps = { call: FragmentType<CoachNotes_CallFragment> & { id: string }; canSend: boolean };

/** The notes sent to the rep, and the field for another one. A note appears at once, and returns to the field if sending fails. */
export function CoachNotesForm({ call, canSend }: CoachNotesFormProps) {
  const { data, complete } = useFragment({ fragment: CoachNotes_call, from: call });
  const [{ text }, change] = useKeptInput(`note/${call.id}`, EMPTY);
  const [pendingNotes, setPendingNotes] = useState<readonly PendingNote[]>([]);
  const viewer = useViewer();
  const send = useSendNote(call.id);

  const submit = async () => {
    const body = text.trim();
    if (body === '') return;
    const pending = { key: crypto.randomUUID(), text: body };
    change({ text: '' });
    setPendingNotes((previous) => [...previous, pending]);
    const sent = await send(body);
    setPendingNotes((previous) => previous.filter(({ key }) => key !== pending.key));
    // Text typed meanwhile is kept below.
    if (!sent) change(({ text: current }) => ({ text: current === '' ? body : `${body}\n${current}` }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  const notes = complete ? data.notes : [];
  const remaining = LIVE_CALL_LIMITS.note - text.length;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <PromptGroup title="Notes to the rep" emptyText="No notes yet." isEmpty={notes.length + pendingNotes.length === 0}>
        {notes.map((note) => (
          <NoteLine key={note.id} {...note} />
        ))}
        {pendingNotes.map(({ key, text: body }) => (
          <NoteLine key={key} text={body} createdAt={null} author={viewer} />
        ))}
      </PromptGroup>
      {canSend && (
        <Box>
          <OutlinedInput
            fullWidth
            multiline
            maxRows={5}
            size="small"
            value={text}
            placeholder="Send a note"
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={onKeyDown}
            inputProps={{ 'aria-label': 'Send a note', maxLength: LIVE_CALL_LIMITS.note, enterKeyHint: 'send' }}
            endAdornment={
              <Tooltip title="Send (Enter)">
                <span>
                  <IconButton size="small" edge="end" aria-label="Send note" disabled={text.trim() === ''} onClick={() => void submit()}>
                    <SendHorizontal size={16} aria-hidden />
                  </IconButton>
                </span>
              </Tooltip>
            }
          />
          <Typography variant="caption" component="p" sx={{ mt: 0.5, color: 'text.secondary' }}>
            {text.length < SHOW_REMAINING_FROM
              ? 'The rep sees it right away. Shift+Enter adds a new line.'
              : `${remaining} characters left`}
          </Typography>
        </Box>
      )}
    </Box>
  );
}

const SendCoachNote = graphql(`
  mutation SendCoachNote($id: ID!, $text: String!) {
    sendCoachNote(id: $id, text: $text) {
      ... on CoachNote {
        id
        text
        createdAt
        author {
          id
          displayName
          profileImageUrl
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Sends a note to the rep of a call; returns whether that worked. */
function useSendNote(callId: string) {
  const [mutate] = useMutation(SendCoachNote);
  return async (text: string): Promise<boolean> => {
    const sent = await runMutation(
      mutate({
        variables: { id: callId, text },
        update: (cache, { data }) => {
          const note = data?.sendCoachNote;
          if (note?.__typename !== 'CoachNote') return;
          // The subscription may have added it already.
          cache.updateFragment(
            { fragment: CoachNotes_call, fragmentName: 'CoachNotes_call', from: { __typename: 'LiveCall', id: callId } },
            (call) => call && (call.notes.some(({ id }) => id === note.id) ? call : { ...call, notes: [...call.notes, note] }),
          );
        },
      }),
      { failed: 'Failed to send note' },
    );
    return sent !== null;
  };
}
