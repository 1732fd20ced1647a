import { Autocomplete, FormControl, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';

export type Choice = { id: string; label: string };

type PickManyProps = {
  label: string;
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  options: readonly Choice[];
  placeholder: string;
  hint?: string;
  /** Called with what is typed, where the options are searched on the server. */
  onSearch?: (text: string) => void;
};

/** Picks any number of items, in the order in which they are picked. */
export function PickMany({ label, value, onChange, options, placeholder, hint, onSearch }: PickManyProps) {
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={[...value]}
      onChange={(_event, chosen) => onChange(chosen)}
      onInputChange={(_event, text) => onSearch?.(text)}
      options={options}
      {...(onSearch && { filterOptions: (found: Choice[]) => found })}
      getOptionKey={({ id }) => id}
      getOptionLabel={(choice) => choice.label}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      noOptionsText="Nothing else found"
      slotProps={{ chip: { size: 'small' } }}
      renderInput={({ id, disabled, slotProps: { input, htmlInput } }) => (
        <FormControl fullWidth disabled={disabled}>
          <FormLabel htmlFor={id}>{label}</FormLabel>
          <OutlinedInput id={id} size="small" {...input} inputProps={htmlInput} placeholder={value.length === 0 ? placeholder : ''} />
          {hint && <FormHelperText>{hint}</FormHelperText>}
        </FormControl>
      )}
    />
  );
}
