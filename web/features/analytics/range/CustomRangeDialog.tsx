import { Box, FormLabel, TextField } from '@mui/material';
import { type SubmitEvent, useId, useState } from 'react';
import type { AnalyticsRange } from '#contract/analytics.ts';
import { CustomRangeInput } from '#contract/date-range-input.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';

type CustomRangeDialogProps = { range: AnalyticsRange; onChoose: (range: AnalyticsRange) => void; onClose: () => void };

/** A dialog for a start date and an end date. */
export function CustomRangeDialog({ range, onChoose, onClose }: CustomRangeDialogProps) {
  const [days, setDays] = useState('period' in range ? { from: '', to: '' } : range);
  const [formError, setFormError] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = CustomRangeInput.safeParse(days);
    if (!read.success) return setFormError(days.from && days.to ? read.error.issues[0]?.message : 'Enter a start and an end date.');
    onChoose(read.data);
    onClose();
  };
  return (
    <FormDialog
      title="Custom range"
      submit={{ label: 'Apply', pending: 'Apply' }}
      pending={false}
      formError={formError}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayField autoFocus label="Start date" value={days.from} onChange={(from) => setDays({ ...days, from })} />
        <DayField label="End date" value={days.to} onChange={(to) => setDays({ ...days, to })} />
      </Box>
    </FormDialog>
  );
}

type DayFieldProps = { label: string; value: string; autoFocus?: boolean; onChange: (day: string) => void };

function DayField({ label, value, autoFocus, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <Box>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <TextField autoFocus={autoFocus} id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </Box>
  );
}
