import { Box, Button, InputBase } from '@mui/material';
import { Check, Pencil, TextCursorInput, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { placeholdersIn, ReplyText, type TextRange } from './ReplyText.tsx';

type ReplyBodyProps = {
  /** The text as the assistant wrote it. */
  original: string;
  text: string;
  onChange: (text: string) => void;
};

/** The text of a reply, to read and, in the same place, to edit. */
export function ReplyBody({ original, text, onChange }: ReplyBodyProps) {
  const [editing, setEditing] = useState<TextRange | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const open = placeholdersIn(text);
  const next = open[0];

  const done = () => {
    setEditing(null);
    toggle.current?.focus();
  };

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {editing ? (
        <ReplyEditor text={text} selected={editing} onChange={onChange} onDone={done} />
      ) : (
        <ReplyText text={text} onFill={setEditing} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, ml: -1 }}>
        <Button
          ref={toggle}
          size="small"
          color="inherit"
          onClick={editing ? done : () => setEditing({ start: text.length, end: text.length })}
          startIcon={editing ? <Check size={14} aria-hidden /> : <Pencil size={14} aria-hidden />}
        >
          {editing ? 'Done' : 'Edit'}
        </Button>
        {text !== original && (
          <Button size="small" color="inherit" onClick={() => onChange(original)} startIcon={<Undo2 size={14} aria-hidden />}>
            Restore original
          </Button>
        )}
        {next && (
          <Button
            size="small"
            onClick={() => setEditing(next)}
            startIcon={<TextCursorInput size={14} aria-hidden />}
            sx={{ color: 'tone.warning.ink' }}
          >
            {open.length === 1 ? 'Fill in 1 detail' : `Fill in ${open.length} details`}
          </Button>
        )}
      </Box>
    </Box>
  );
}

type ReplyEditorProps = {
  text: string;
  /** What to select, ready to be typed over. */
  selected: TextRange;
  onChange: (text: string) => void;
  onDone: () => void;
};

/** The reply as an editable text in the place and the type of the one that is read. */
function ReplyEditor({ text, selected, onChange, onDone }: ReplyEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(selected.start, selected.end);
  }, [selected]);

  return (
    <InputBase
      inputRef={box}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
      multiline
      fullWidth
      slotProps={{ input: { 'aria-label': 'Response text' } }}
      sx={{ p: 0, maxWidth: '76ch', '& textarea': { lineHeight: '22px' } }}
    />
  );
}
