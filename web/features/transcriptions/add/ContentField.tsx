import { Box, Button, FormControl, FormHelperText, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { FileUp } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TRANSCRIPT_LIMIT } from '#contract/call.ts';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import type { AddFields } from './add-form.ts';

const count = (characters: number): string => characters.toLocaleString('en-US');

/** What was said: typed, pasted, or the text of a file. Says how much more than the limit it is before anything is sent. */
export function ContentField() {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const { register, setValue, control, formState } = useFormContext<AddFields>();
  const { length } = useWatch({ control, name: 'content' }).trim();
  const over = length > TRANSCRIPT_LIMIT;
  const error = over
    ? `This is ${count(length)} characters; at most ${count(TRANSCRIPT_LIMIT)} fit. Leave out ${count(length - TRANSCRIPT_LIMIT)} or add it in parts.`
    : formState.errors.content?.message;

  const take = async (files: FileList | null) => {
    const [given] = files ?? [];
    if (!given) return;
    const text = await readTextFile(given);
    if (text === null) notify({ title: 'Error', description: `${given.name} is not a text file.`, tone: 'error' });
    else setValue('content', text, { shouldDirty: true, shouldValidate: true });
  };
  const onDrop = (event: DragEvent) => {
    setDragging(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void take(event.clipboardData.files);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };

  return (
    <FormControl fullWidth error={Boolean(error)}>
      <FieldLabel htmlFor={id}>What was said</FieldLabel>
      <ContentBox
        id={id}
        rows={14}
        placeholder={'Rep: Good morning, this is …\nCustomer: Hi, I have a question about …'}
        autoFocus
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-below`}
        data-dragging={dragging || undefined}
        onDragEnter={() => setDragging(true)}
        onDragLeave={() => setDragging(false)}
        onDrop={onDrop}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        {...register('content')}
      />
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mt: 0.75 }}>
        <Box id={`${id}-below`} sx={{ flex: 1, minWidth: 0 }}>
          {error ? (
            <FormHelperText role="alert" sx={{ m: 0 }}>
              {error}
            </FormHelperText>
          ) : (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {length === 0
                ? 'Paste the call or drop a text file. Lines may begin with who speaks.'
                : `${count(length)} of ${count(TRANSCRIPT_LIMIT)} characters`}
            </Typography>
          )}
        </Box>
        <Button
          size="small"
          variant="text"
          color="inherit"
          startIcon={<FileUp size={14} aria-hidden />}
          onClick={() => file.current?.click()}
        >
          Choose a file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".txt,.md,.srt,.vtt,.log,.csv,text/*"
          hidden
          aria-label="Text file of the call"
          onChange={(event) => {
            void take(event.target.files);
            event.target.value = '';
          }}
        />
      </Box>
    </FormControl>
  );
}

/** A large box for text. A plain one: one that grows with its text would measure half a million characters at every key. */
const ContentBox = styled('textarea')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'block',
  width: '100%',
  minHeight: 200,
  padding: '10px 12px',
  resize: 'vertical',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.field,
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: theme.vars.shape.borderRadius,
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 0.85 },
  '&:hover': { borderColor: theme.vars.palette.text.disabled },
  '&:focus-visible': {
    outline: 'none',
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&[aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
  '&[aria-invalid=true]:focus-visible': { boxShadow: `0 0 0 1px ${theme.vars.palette.error.main}` },
  '&[data-dragging]': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.surface.selected },
  '@media (pointer: coarse)': { fontSize: 16 },
  [theme.breakpoints.down('sm')]: { height: 200 },
}));

/** The most a file may weigh that is read at all, in bytes: well above what fits, so that the field can say by how much. */
const READABLE = 20_000_000;

/** The text of a file; null where it holds none. A file is judged by what is in it, not by its name. */
async function readTextFile(file: File): Promise<string | null> {
  if (file.size > READABLE) return null;
  const text = await file.text();
  // Other files have NULs, or bytes that are no text.
  return text.includes('\0') || text.includes('\ufffd') ? null : text;
}
