import { Box, Button, InputBase, Typography } from '@mui/material';
import { Check, Pencil, TextCursorInput, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { Kbd } from '#web/ui/Kbd.tsx';
import { placeholdersIn, ReplyText, type SentenceSources, type TextRange } from './ReplyText.tsx';

/** How many gaps a text has: "2 gaps to fill in". */
export const gapCount = (count: number): string => `${count} ${count === 1 ? 'gap' : 'gaps'} to fill in`;

/** A key that types nothing, so that it works in the text too. */
const NEXT_GAP_KEY = 'F2';

type ReplyBodyProps = {
  /** The generated text. */
  original: string;
  text: string;
  onChange: (text: string) => void;
  sourced: SentenceSources;
};

/** The text of a reply, editable in place. */
export function ReplyBody({ original, text, onChange, sourced }: ReplyBodyProps) {
  const [editing, setEditing] = useState<TextRange | null>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const gaps = placeholdersIn(text);

  const finishEditing = () => {
    setEditing(null);
    toggleButton.current?.focus();
  };
  const selectNextGap = () => {
    const cursor = textarea.current?.selectionEnd ?? 0;
    const next = gaps.find(({ start }) => start >= cursor) ?? gaps[0];
    // A new object, so that it is selected again where it was selected before.
    if (next) setEditing({ ...next });
  };
  useShortcut(NEXT_GAP_KEY, selectNextGap);

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {editing ? (
        <ReplyEditor text={text} selection={editing} inputRef={textarea} onChange={onChange} onDone={finishEditing} />
      ) : (
        <ReplyText text={text} onFill={setEditing} sourced={sourced} />
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
        {gaps.length > 0 && (
          <>
            <Button
              size="small"
              onClick={selectNextGap}
              aria-keyshortcuts={NEXT_GAP_KEY}
              startIcon={<TextCursorInput size={14} aria-hidden />}
              sx={{ color: 'tone.warning.ink' }}
            >
              Next gap
            </Button>
            <Box aria-hidden sx={{ mr: 0.5, '@media (pointer: coarse)': { display: 'none' } }}>
              <Kbd>{NEXT_GAP_KEY}</Kbd>
            </Box>
            <Typography variant="body2" sx={{ color: 'tone.warning.ink' }}>
              {gapCount(gaps.length)}
            </Typography>
          </>
        )}
      </Box>
    </Box>
  );
}

type ReplyEditorProps = {
  text: string;
  /** The range selected on focus. */
  selection: TextRange;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onDone: () => void;
};

/** A text area with the same position and type as the text it replaces. */
function ReplyEditor({ text, selection, inputRef, onChange, onDone }: ReplyEditorProps) {
  useEffect(() => {
    inputRef.current?.focus();
    inputRef.current?.setSelectionRange(selection.start, selection.end);
  }, [selection, inputRef]);

  return (
    <InputBase
      inputRef={inputRef}
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
