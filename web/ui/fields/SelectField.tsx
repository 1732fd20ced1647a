import { FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { useId } from 'react';

type SelectFieldProps<Value extends string> = {
  label: string;
  value: Value | '';
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** The placeholder while nothing is selected. */
  placeholder?: string;
};

/** A select with its label above. */
export function SelectField<Value extends string>({ label, value, options, onChange, placeholder }: SelectFieldProps<Value>) {
  const id = useId();
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <FormControl fullWidth size="small">
      <FormLabel id={id}>{label}</FormLabel>
      <Select
        labelId={id}
        value={value}
        displayEmpty={placeholder !== undefined}
        onChange={(event) => choose(event.target.value)}
        renderValue={(chosen) => options.find((each) => each.value === chosen)?.label ?? placeholder}
        sx={value === '' ? { color: 'text.secondary' } : undefined}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
