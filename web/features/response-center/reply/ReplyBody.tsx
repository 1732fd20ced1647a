import { Box, Button } from '@mui/material';
import { Check, Pencil, TextCursorInput, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ReplyEditor } from './ReplyEditor.tsx';
import { ReplyText } from './ReplyText.tsx';
import { placeholdersIn, type TextRange } from './reply-text.ts';

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
