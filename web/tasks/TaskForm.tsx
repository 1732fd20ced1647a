import { Box, Button, ButtonBase } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { addDays, dayOf } from './due.ts';

/** Days from today that are one click away. */
const SHORTCUTS = [
  { label: 'Today', days: 0 },
  { label: 'Tomorrow', days: 1 },
  { label: 'In a week', days: 7 },
] as const;

type TaskFormProps = {
  titleLabel: string;
  submitLabel: string;
  /** The button beside it. */
  cancelLabel: string;
  /** Resolves to whether it was saved. */
  onSubmit: (task: { title: string; dueOn: string }) => Promise<boolean>;
  onCancel: () => void;
};

const shortcut = {
  px: 1.25,
  height: 28,
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  fontSize: 13,
  '&[aria-pressed=true]': { borderColor: 'primary.main', bgcolor: 'surface.selected' },
} as const;

/** What is to be done, and on which day. */
export function TaskForm({ titleLabel, submitLabel, cancelLabel, onSubmit, onCancel }: TaskFormProps) {
  const today = dayOf(new Date(useNow()));
  const [title, setTitle] = useState('');
  const [dueOn, setDueOn] = useState(() => addDays(today, 1));
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() === '') return setError('Title is required');
    setSaving(true);
    const saved = await onSubmit({ title, dueOn });
    setSaving(false);
    if (saved) setTitle('');
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Field
        label={titleLabel}
        value={title}
        placeholder="Such as: Send the quote"
        error={error}
        onChange={({ target }) => {
          setTitle(target.value);
          setError(undefined);
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <Box sx={{ flex: '1 1 150px' }}>
          <Field label="Due" type="date" value={dueOn} onChange={({ target }) => setDueOn(target.value || today)} />
        </Box>
        <Box role="group" aria-label="Due in" sx={{ display: 'flex', gap: 0.5, pb: '5px' }}>
          {SHORTCUTS.map(({ label, days }) => {
            const day = addDays(today, days);
            return (
              <ButtonBase key={label} type="button" aria-pressed={dueOn === day} onClick={() => setDueOn(day)} sx={shortcut}>
                {label}
              </ButtonBase>
            );
          })}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button variant="outlined" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <LoadingButton type="submit" variant="contained" loading={saving}>
          {submitLabel}
        </LoadingButton>
      </Box>
    </Box>
  );
}
