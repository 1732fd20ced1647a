import { Box, InputAdornment } from '@mui/material';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { LEAD_SOURCES, SOURCE_LABELS } from '#contract/lead.ts';
import type { NewLead } from '#contract/lead-input.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { OwnerField } from '#web/ui/fields/OwnerPicker.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';

const SOURCES = LEAD_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }));

type Values = z.input<typeof NewLead>;
type TextField = 'name' | 'company' | 'email' | 'phone' | 'value';

/** The fields of a lead, for the form around them. */
export function LeadFields({ autoFocus = true }: { autoFocus?: boolean }) {
  const { control, register, formState } = useFormContext<Values>();
  const field = (name: TextField) => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, autoComplete: 'off' };
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '1fr 1fr' },
        '& > :first-of-type, & > :nth-of-type(2), & > :last-of-type': { gridColumn: '1 / -1' },
      }}
    >
      <Field label="Name" {...field('name')} required autoFocus={autoFocus} />
      <Field label="Company" {...field('company')} />
      <Field label="Email" {...field('email')} type="email" />
      <Field label="Phone" {...field('phone')} type="tel" />
      <Field
        label="Value"
        {...field('value')}
        slotProps={{ input: { inputMode: 'decimal' } }}
        startAdornment={<InputAdornment position="start">$</InputAdornment>}
      />
      <Controller
        name="source"
        control={control}
        render={({ field: { value = 'website', onChange } }) => (
          <SelectField label="Source" value={value} options={SOURCES} onChange={onChange} />
        )}
      />
      <OwnerField />
    </Box>
  );
}
