import { Box, Button, FormControl, FormHelperText, FormLabel, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { FileUp } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TRANSCRIPT_LIMIT } from '#contract/call.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { TextArea } from '#web/ui/fields/TextArea.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import type { AddFields } from './add-form.ts';

/** The transcript: typed, pasted or read from a file. Checks the limit before anything is sent. */
export function ContentField() {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const [replacement, setReplacement] = useState<{ name: string; text: string } | null>(null);
  const { register, getValues, setValue, control, formState } = useFormContext<AddFields>();
  const { length } = useWatch({ control, name: 'content' }).trim();
  const isTooLong = length > TRANSCRIPT_LIMIT;
  const error = isTooLong
    ? `The transcript has ${formatCount(length)} characters. Shorten it by ${formatCount(length - TRANSCRIPT_LIMIT)} to fit the limit of ${formatCount(TRANSCRIPT_LIMIT)}, or add it in parts.`
    : formState.errors.content?.message;

  const readFile = async (files: FileList | null) => {
    const [selected] = files ?? [];
    if (!selected) return;
    const { text, problem } = await readTextFile(selected);
    const typed = getValues('content').trim();
    if (problem) notify({ title: 'Error', description: problem, tone: 'error' });
    else if (typed === '' || typed === text.trim()) fill(text);
    else setReplacement({ name: selected.name, text });
  };
  const fill = (text: string) => setValue('content', text, { shouldDirty: true, shouldValidate: true });
  const onDrop = (event: DragEvent) => {
    setDragging(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void readFile(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void readFile(event.clipboardData.files);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };

  return (
    <FormControl fullWidth error={Boolean(error)}>
      <FormLabel htmlFor={id}>Transcript</FormLabel>
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
                ? 'Paste the transcript or drop a text file. Lines can start with a speaker label.'
                : `${formatCount(length)} of ${formatCount(TRANSCRIPT_LIMIT)} characters`}
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
          Choose file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".txt,.md,.srt,.vtt,.log,.csv,text/*"
          hidden
          aria-label="Transcript file"
          onChange={(event) => {
            void readFile(event.target.files);
            event.target.value = '';
          }}
        />
      </Box>
      {replacement && (
        <ConfirmDialog
          title={`Replace the transcript with ${replacement.name}?`}
          action={{ label: 'Replace', pending: 'Replacing...' }}
          onConfirm={async () => {
            fill(replacement.text);
            return true;
          }}
          onClose={() => setReplacement(null)}
        >
          What you typed is lost then.
        </ConfirmDialog>
      )}
    </FormControl>
  );
}

const ContentBox = styled(TextArea)(({ theme }) => ({
  minHeight: 200,
  '&[data-dragging]': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.surface.selected },
  [theme.breakpoints.down('sm')]: { height: 200 },
}));

/** Larger files are not read, in bytes. Well above the limit, so that the field can say by how much a text exceeds it. */
const MAX_FILE_BYTES = 20_000_000;

/** The text of a file, or why there is none: a binary file is no text, whatever its name. */
async function readTextFile(file: File): Promise<{ text: string; problem?: string }> {
  if (file.size > MAX_FILE_BYTES) return { text: '', problem: `${file.name} is larger than ${MAX_FILE_BYTES / 1_000_000} MB.` };
  const text = await file.text();
  // Binary files contain NULs or invalid UTF-8.
  return text.includes('\0') || text.includes('\ufffd') ? { text: '', problem: `${file.name} is not a text file.` } : { text };
}
