import { Box, TextField } from '@mui/material';
import { type SubmitEvent, useId, useState } from 'react';
import type { AnalyticsRange } from '#contract/analytics.ts';
import { CustomRangeInput } from '#contract/date-range-input.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';

type CustomRangeProps = { range: AnalyticsRange; onChoose: (range: AnalyticsRange) => void; onClose: () => void };

/** Asks for a first and a last day. */
export function CustomRangeDialog({ range, onChoose, onClose }: CustomRangeProps) {
  const [days, setDays] = useState('period' in range ? { from: '', to: '' } : range);
  const [complaint, setComplaint] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = CustomRangeInput.safeParse(days);
    if (!read.success) return setComplaint(days.from && days.to ? read.error.issues[0]?.message : 'Choose a first and a last day.');
    onChoose(read.data);
    onClose();
  };
  return (
    <FormDialog
      title="Custom range"
      submit={{ label: 'Show', pending: 'Show' }}
      pending={false}
      complaint={complaint}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayField autoFocus label="First day" value={days.from} onChange={(from) => setDays({ ...days, from })} />
        <DayField label="Last day" value={days.to} onChange={(to) => setDays({ ...days, to })} />
      </Box>
    </FormDialog>
  );
}

type DayFieldProps = { label: string; value: string; autoFocus?: boolean; onChange: (day: string) => void };

function DayField({ label, value, autoFocus, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <Box>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <TextField autoFocus={autoFocus} id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </Box>
  );
}
