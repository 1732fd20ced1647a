import { Box, Button, InputBase } from '@mui/material';
import { Check, Pencil, TextCursorInput, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { placeholdersIn, ReplyText, type TextRange } from './ReplyText.tsx';

type ReplyBodyProps = {
  /** The generated text. */
  original: string;
  text: string;
  onChange: (text: string) => void;
};

/** The text of a reply, editable in place. */
export function ReplyBody({ original, text, onChange }: ReplyBodyProps) {
  const [editing, setEditing] = useState<TextRange | null>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const placeholders = placeholdersIn(text);
  const next = placeholders[0];

  const finishEditing = () => {
    setEditing(null);
    toggleButton.current?.focus();
  };

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {editing ? (
        <ReplyEditor text={text} selection={editing} onChange={onChange} onDone={finishEditing} />
      ) : (
        <ReplyText text={text} onFill={setEditing} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, ml: -1 }}>
        <Button
          ref={toggleButton}
          size="small"
          color="inherit"
          onClick={editing ? finishEditing : () => setEditing({ start: text.length, end: text.length })}
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
            {placeholders.length === 1 ? 'Fill in 1 detail' : `Fill in ${placeholders.length} details`}
          </Button>
        )}
      </Box>
    </Box>
  );
}

type ReplyEditorProps = {
  text: string;
  /** The range selected on focus. */
  selection: TextRange;
  onChange: (text: string) => void;
  onDone: () => void;
};

/** A text area with the same position and type as the text it replaces. */
function ReplyEditor({ text, selection, onChange, onDone }: ReplyEditorProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    textarea.current?.focus();
    textarea.current?.setSelectionRange(selection.start, selection.end);
  }, [selection]);

  return (
    <InputBase
      inputRef={textarea}
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
