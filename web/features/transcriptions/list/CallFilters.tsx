import { MenuItem, Select } from '@mui/material';
import { CALL_TYPES, PRIORITIES } from '#contract/call.ts';
import { PRIORITY_LABELS } from '../PriorityBadge.tsx';
import { type CallFilter, useCallFilter } from './use-call-filter.ts';

const TYPE_LABELS = { sales: 'Sales', support: 'Support' } as const;

type FilterProps = {
  label: string;
  value: string | null;
  all: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
};

function Filter({ label, value, all, options, onChoose }: FilterProps) {
  return (
    <Select
      size="small"
      displayEmpty
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value)}
      inputProps={{ 'aria-label': label }}
      sx={{ minWidth: 132, flex: { xs: 1, sm: 'none' }, color: value ? 'text.primary' : 'text.secondary' }}
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

/** Narrows the list to a type or a priority. */
export function CallFilters() {
  const { filter, choose } = useCallFilter();
  const chosen = (name: keyof CallFilter) => (value: string) => choose(name, value);
  return (
    <>
      <Filter
        label="Type"
        value={filter.type}
        all="All types"
        options={CALL_TYPES.map((type) => [type, TYPE_LABELS[type]])}
        onChoose={chosen('type')}
      />
      <Filter
        label="Priority"
        value={filter.priority}
        all="Any priority"
        options={PRIORITIES.toReversed().map((priority) => [priority, PRIORITY_LABELS[priority]])}
        onChoose={chosen('priority')}
      />
    </>
  );
}
