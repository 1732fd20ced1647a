import { Box, Button, Paper, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { SPEAKER_LABELS, SPEAKERS } from '#contract/call.ts';
import type { Speaker } from '#web/gql/graphql.ts';
import { insertText, TextArea } from '#web/ui/fields/TextArea.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { speakerLabelAt } from '../transcript/transcript-text.ts';

/** With Alt, starts a line of the speaker. */
const SHORTCUTS = { rep: 'Digit1', customer: 'Digit2' } as const satisfies Record<Speaker, string>;

function TranscriptFrame({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.25, p: 2 }}>
      <Box>
        <Typography variant="h2" id={id}>
          Live Transcript
        </Typography>
        <Typography variant="body2" id={`${id}-hint`} sx={{ color: 'text.secondary', mt: 0.25 }}>
          Start each line with Rep: or Customer: to label the speaker.
        </Typography>
      </Box>
      {children}
    </Paper>
  );
}

type TranscriptBoxProps = {
  text: string;
  autoFocus: boolean;
  onChange: (text: string) => void;
  /** Saves the text at once. */
  onUpdate: () => void;
  status: ReactNode;
  dictate: ReactNode;
};

/** The transcript as the rep types it. */
export function TranscriptBox({ text, autoFocus, onChange, onUpdate, status, dictate }: TranscriptBoxProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const hasInitialCaret = useRef(false);
  useEffect(() => {
    if (autoFocus) area.current?.focus();
  }, [autoFocus]);
  // The browser moves the caret to the end of a text that was not typed, such as dictated speech.
  const caret = useRef({ text, start: 0, end: 0 });
  const keepCaret = ({ currentTarget: { value, selectionStart, selectionEnd } }: SyntheticEvent<HTMLTextAreaElement>) => {
    caret.current = { text: value, start: selectionStart, end: selectionEnd };
  };
  useLayoutEffect(() => {
    const { text: typed, start, end } = caret.current;
    if (text !== typed && document.activeElement === area.current) area.current?.setSelectionRange(start, end);
  }, [text]);
  // Unless the user is typing, the caret of a resumed call is at its end and the newest line is in view.
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || document.activeElement === box) return;
    if (!hasInitialCaret.current) box.setSelectionRange(text.length, text.length);
    hasInitialCaret.current = true;
    box.scrollTop = box.scrollHeight;
  }, [text]);

  const insertLabel = (speaker: Speaker) => {
    if (area.current) insertText(area.current, speakerLabelAt(area.current.value, area.current.selectionStart, speaker), onChange);
  };
  const isBlank = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    const speaker = event.altKey ? SPEAKERS.find((each) => SHORTCUTS[each] === event.code) : undefined;
    const isUpdate = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!speaker && !isUpdate) return;
    event.preventDefault();
    if (speaker) insertLabel(speaker);
    else if (!isBlank) onUpdate();
  };
  return (
    <TranscriptFrame id={id}>
      <TranscriptArea
        ref={area}
        value={text}
        onChange={(event) => {
          keepCaret(event);
          onChange(event.target.value);
        }}
        onSelect={keepCaret}
        onKeyDown={onKeyDown}
        placeholder={'Rep: Good morning, this is …\nCustomer: Hi, I have a question about …'}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {SPEAKERS.map((speaker, at) => (
          <Tooltip key={speaker} title={`New line (Alt+${at + 1})`} describeChild>
            <Button size="small" variant="outlined" aria-keyshortcuts={`Alt+${at + 1}`} onClick={() => insertLabel(speaker)}>
              {SPEAKER_LABELS[speaker]}:
            </Button>
          </Tooltip>
        ))}
        {dictate}
        <Button
          size="small"
          variant="contained"
          aria-keyshortcuts="Control+Enter"
          disabled={isBlank}
          onClick={onUpdate}
          sx={{ ml: 'auto' }}
        >
          Update Analysis
        </Button>
      </Box>
      {status}
    </TranscriptFrame>
  );
}

/** Before a call, disabled. */
export function EmptyTranscriptBox() {
  const id = useId();
  return (
    <TranscriptFrame id={id}>
      <TranscriptArea disabled placeholder="Start a call to begin typing." aria-labelledby={id} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button size="small" variant="contained" disabled>
          Update Analysis
        </Button>
      </Box>
    </TranscriptFrame>
  );
}

export const TranscriptArea = styled(TextArea)(({ theme }) => ({
  lineHeight: '22px',
  height: 'clamp(224px, 34dvh, 400px)',
  minHeight: 120,
  [theme.breakpoints.down('sm')]: { height: 160 },
}));
