import { MenuItem, Select } from '@mui/material';

type FilterSelectProps = {
  label: string;
  value: string | null;
  /** What it says while nothing is left out. */
  all: string;
  options: readonly (readonly [value: string, name: string])[];
  /** Hears what was chosen; nothing for all. */
  onChoose: (value: string) => void;
};

/** Narrows a list to one of a few, or to none. */
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
