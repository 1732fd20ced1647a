import { Box, Button, Collapse, FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { CustomerPicker } from '#web/ui/fields/CustomerPicker.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { LeadPicker } from '../LeadPicker.tsx';
import type { AddFields } from './add-form.ts';

/** What else may be known about a call, folded away: nothing of it is needed. */
export function OptionalFields() {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { control, register, formState } = useFormContext<AddFields>();
  const field = (name: 'title' | 'callerPhone' | 'duration') => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, autoComplete: 'off' };
  };
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        size="small"
        variant="text"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<ChevronDown size={14} aria-hidden style={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{ ml: -1.25 }}
      >
        More about the call
      </Button>
      <Collapse in={open} id={id} unmountOnExit={false}>
        <Box inert={!open} sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Controller
            name="customer"
            control={control}
            render={({ field: { value, onChange } }) => <CustomerPicker label="Customer" value={value ?? null} onChange={onChange} />}
          />
          <Controller
            name="lead"
            control={control}
            render={({ field: { value, onChange } }) => <LeadPicker value={value ?? null} onChange={onChange} />}
          />
          <Field label="Caller’s phone" {...field('callerPhone')} type="tel" hint="Links the call to whom the number belongs to." />
          <Field label="Duration" {...field('duration')} placeholder="m:ss" />
          <Field label="Title" {...field('title')} hint="Left empty, the analysis finds one." />
          <Controller
            name="type"
            control={control}
            render={({ field: { ref, ...type } }) => <TypeSelect {...type} value={type.value ?? ''} inputRef={ref} />}
          />
        </Box>
      </Collapse>
    </Box>
  );
}

type TypeSelectProps = {
  value: string;
  onChange: (event: unknown) => void;
  onBlur: () => void;
  name: string;
  inputRef: (element: unknown) => void;
};

function TypeSelect(select: TypeSelectProps) {
  const id = useId();
  return (
    <FormControl fullWidth size="small">
      <FormLabel id={id}>Type</FormLabel>
      <Select labelId={id} displayEmpty {...select}>
        <MenuItem value="">As the analysis finds</MenuItem>
        <MenuItem value="sales">Sales</MenuItem>
        <MenuItem value="support">Support</MenuItem>
      </Select>
    </FormControl>
  );
}
