import { InputBase } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { TextRange } from './reply-text.ts';

type ReplyEditorProps = {
  text: string;
  /** What to select, ready to be typed over. */
  selected: TextRange;
  onChange: (text: string) => void;
  onDone: () => void;
};

/** The reply as an editable text in the place and the type of the one that is read. */
export function ReplyEditor({ text, selected, onChange, onDone }: ReplyEditorProps) {
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
