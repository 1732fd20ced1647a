import { Box, FormControl, FormLabel, InputAdornment, MenuItem, Select } from '@mui/material';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { LEAD_SOURCES, type NewLead, SOURCE_LABELS } from '#contract/lead.ts';
import { Field } from '#web/ui/Field.tsx';

type Values = z.input<typeof NewLead>;
type Typed = 'name' | 'company' | 'email' | 'phone' | 'value';

/** What one may write down of a lead; the form around it says what happens then. */
export function LeadFields() {
  const sourceId = useId();
  const { control, register, formState } = useFormContext<Values>();
  const field = (name: Typed) => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, autoComplete: 'off' };
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '1fr 1fr' },
        '& > :first-of-type, & > :nth-of-type(2)': { gridColumn: '1 / -1' },
      }}
    >
      <Field label="Name" {...field('name')} required autoFocus />
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
        render={({ field: { ref, ...source } }) => (
          <FormControl fullWidth size="small">
            <FormLabel id={sourceId} sx={{ typography: 'subtitle2', color: 'text.primary', mb: 0.5 }}>
              Source
            </FormLabel>
            <Select labelId={sourceId} inputRef={ref} {...source}>
              {LEAD_SOURCES.map((each) => (
                <MenuItem key={each} value={each}>
                  {SOURCE_LABELS[each]}
                </MenuItem>
              ))}
            </Select>
          </FormControl>
        )}
      />
    </Box>
  );
}
