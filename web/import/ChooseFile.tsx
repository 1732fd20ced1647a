import { Box, Typography } from '@mui/material';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { IMPORT_LIMITS, type ImportNoun } from '#contract/import.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';

type ChooseFileProps = { entity: ImportNoun; onRead: (id: string) => void };

/** The first step: uploads a file. Nothing is imported yet. */
export function ChooseFile({ entity, onRead }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    // The browser gets the server's answer only after the upload.
    if (file.size > IMPORT_LIMITS.megabytes * 1_000_000)
      return setError(`The file is larger than ${IMPORT_LIMITS.megabytes} MB. Split it into several.`);
    setPending(true);
    setError(null);
    try {
      onRead(await uploadFile(entity, file));
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : 'The file could not be read.');
    }
    setPending(false);
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: 2 }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {`A CSV file whose first row names the columns, up to ${IMPORT_LIMITS.megabytes} MB. You can review the changes before anything is imported.`}
      </Typography>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // So that the same file can be chosen again after it was fixed.
          void send(file).then(() => input.current && Object.assign(input.current, { value: '' }));
        }}
      />
      <LoadingButton
        variant="outlined"
        loading={pending}
        startIcon={<FileUp size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {pending ? 'Reading...' : 'Choose File'}
      </LoadingButton>
      {error && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
    </Box>
  );
}

const UploadResponse = z.object({ id: z.string() });
const ErrorResponse = z.object({ message: z.string() });

/** Milliseconds, as the server has patience with a file. */
const PATIENCE = 15 * 60_000;

/** Uploads a file and returns the id of its import; throws an error with a message for the user. */
export async function uploadFile(entity: ImportNoun, file: File): Promise<string> {
  const answer = await fetch(`/import?${new URLSearchParams({ noun: entity, name: file.name })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (!answer) throw new Error('The file could not be sent. Please try again.');
  const body: unknown = await answer.json().catch(() => null);
  const { data } = UploadResponse.safeParse(body);
  if (answer.ok && data) return data.id;
  throw new Error(ErrorResponse.safeParse(body).data?.message ?? 'The file could not be read.');
}
