import { MenuItem, Select } from '@mui/material';

type FilterSelectProps = {
  label: string;
  value: string | null;
  /** The label of the option without a filter. */
  all: string;
  options: readonly (readonly [value: string, name: string])[];
  /** Called with the selected value; empty for all. */
  onChoose: (value: string) => void;
};

/** Filters a list by one of a few values, or by none. */
export function FilterSelect({ label, value, all, options, onChoose }: FilterSelectProps) {
  return (
    <Select
      size="small"
      displayEmpty
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ minWidth: 144, flex: { xs: '1 1 144px', sm: 'none' }, color: value ? 'text.primary' : 'text.secondary' }}
    >
      <MenuItem value="">{all}</MenuItem>
      {options.map(([option, name]) => (
        <MenuItem key={option} value={option}>
          {name}
        </MenuItem>
      ))}
    </Select>
  );
}
