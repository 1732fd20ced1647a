import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, IconButton, OutlinedInput, Tooltip, Typography } from '@mui/material';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import type { CoachNotes_CallFragment } from '#web/gql/graphql.ts';
import { useViewer } from '#web/session/session.tsx';
import { PromptGroup } from '../prompts/PromptGroup.tsx';
import { CoachNotes_call, NoteLine, type Whisper } from './CoachNotes.tsx';
import { useSendNote } from './use-send-note.ts';

/** From here on it is said how many characters are left. */
const NEARLY_FULL = 400;

type WhispersProps = { call: FragmentType<CoachNotes_CallFragment> & { id: string }; canSend: boolean };

/** What was whispered to the rep so far, and the field that whispers; a note stands there at once, and comes back where sending it failed. */
export function CoachNotesForm({ call, canSend }: WhispersProps) {
  const { data, complete } = useFragment({ fragment: CoachNotes_call, from: call });
  const [text, setText] = useState('');
  const [onTheWay, setOnTheWay] = useState<readonly Whisper[]>([]);
  const viewer = useViewer();
  const send = useSendNote(call.id);

  const submit = async () => {
    const words = text.trim();
    if (words === '') return;
    const whisper = { key: crypto.randomUUID(), text: words };
    setText('');
    setOnTheWay((before) => [...before, whisper]);
    const sent = await send(words);
    setOnTheWay((before) => before.filter(({ key }) => key !== whisper.key));
    // What was typed meanwhile goes on below.
    if (!sent) setText((typed) => (typed === '' ? words : `${words}\n${typed}`));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  const notes = complete ? data.notes : [];
  const left = LIVE_CALL_LIMITS.note - text.length;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <PromptGroup title="Notes to the rep" none="No notes so far." isEmpty={notes.length + onTheWay.length === 0}>
        {notes.map((note) => (
          <NoteLine key={note.id} {...note} />
        ))}
        {onTheWay.map(({ key, text: words }) => (
          <NoteLine key={key} text={words} createdAt={null} author={viewer} />
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
            onChange={(event) => setText(event.target.value)}
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
            {text.length < NEARLY_FULL ? 'The rep sees it at once. Shift+Enter for a new line.' : `${left} characters left`}
          </Typography>
        </Box>
      )}
    </Box>
  );
}
