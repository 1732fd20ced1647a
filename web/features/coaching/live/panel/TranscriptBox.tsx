import { Box, Button, Paper, Tooltip, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { insertText } from '#web/templates/insert-text.ts';
import { SPEAKER_LABELS, SPEAKERS, type Spoken } from '../speakers.ts';
import { labelAt } from '../transcript/transcript-text.ts';

/** The key that begins a line of each speaker, together with Alt. */
const KEYS = { rep: 'Digit1', customer: 'Digit2' } as const satisfies Record<Spoken, string>;

function Frame({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.25, p: 2 }}>
      <Box>
        <Typography variant="h2" id={id}>
          Live Transcript
        </Typography>
        <Typography variant="body2" id={`${id}-hint`} sx={{ color: 'text.secondary', mt: 0.25 }}>
          Lines that begin with Rep: or Customer: tell who speaks.
        </Typography>
      </Box>
      {children}
    </Paper>
  );
}

type TranscriptBoxProps = {
  text: string;
  /** Whether the box takes the focus when it comes. */
  takesFocus: boolean;
  onType: (text: string) => void;
  /** Tells the server what there is now. */
  onUpdate: () => void;
  /** How far what was typed has come. */
  status: ReactNode;
  dictate: ReactNode;
};

/** What is said, as the rep types it. */
export function TranscriptBox({ text, takesFocus, onType, onUpdate, status, dictate }: TranscriptBoxProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const isPlaced = useRef(false);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);
  // A call that was running already goes on where its words end; and whoever does not type here reads the newest.
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || document.activeElement === box) return;
    if (!isPlaced.current) box.setSelectionRange(text.length, text.length);
    isPlaced.current = true;
    box.scrollTop = box.scrollHeight;
  }, [text]);

  const begin = (speaker: Spoken) => {
    if (area.current) insertText(area.current, labelAt(area.current.value, area.current.selectionStart, speaker), onType);
  };
  const isBlank = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    const speaker = event.altKey ? SPEAKERS.find((one) => KEYS[one] === event.code) : undefined;
    const isUpdate = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!speaker && !isUpdate) return;
    event.preventDefault();
    if (speaker) begin(speaker);
    else if (!isBlank) onUpdate();
  };
  return (
    <Frame id={id}>
      <TranscriptArea
        ref={area}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={'Rep: Good morning, this is …\nCustomer: Hi, I have a question about …'}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {SPEAKERS.map((speaker, at) => (
          <Tooltip key={speaker} title={`New line (Alt+${at + 1})`} describeChild>
            <Button size="small" variant="outlined" aria-keyshortcuts={`Alt+${at + 1}`} onClick={() => begin(speaker)}>
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
    </Frame>
  );
}

/** The same before a call: nothing can be typed. */
export function NoTranscript() {
  const id = useId();
  return (
    <Frame id={id}>
      <TranscriptArea disabled placeholder="Start a call to type what is said." aria-labelledby={id} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button size="small" variant="contained" disabled>
          Update Analysis
        </Button>
      </Box>
    </Frame>
  );
}

/** The box for what is said. A plain one: one that grows with its text would measure all of it at every key. */
export const TranscriptArea = styled('textarea')(({ theme }) => ({
  ...theme.typography.body1,
  lineHeight: '22px',
  display: 'block',
  width: '100%',
  height: 'clamp(224px, 34dvh, 400px)',
  minHeight: 120,
  padding: '10px 12px',
  resize: 'vertical',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.field,
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: theme.vars.shape.borderRadius,
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 0.85 },
  '&:hover:not(:disabled)': { borderColor: theme.vars.palette.text.disabled },
  '&:focus-visible': {
    outline: 'none',
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&:disabled': { resize: 'none', backgroundColor: theme.vars.palette.surface.raised, borderColor: theme.vars.palette.divider },
  '@media (pointer: coarse)': { fontSize: 16 },
  [theme.breakpoints.down('sm')]: { height: 160 },
}));
