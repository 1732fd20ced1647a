import { Box, MenuItem, Select } from '@mui/material';
import { PRIORITIES } from '#contract/call.ts';
import { INSIGHT_CATEGORIES, INSIGHT_CATEGORY_LABELS } from '#contract/coaching.ts';
import { PRIORITY_LABELS, STATES, useInsightFilter } from './insight-filter.ts';

const STATE_LABELS = { active: 'Active', implemented: 'Implemented' } as const;

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
      sx={{ minWidth: 150, flex: { xs: '1 1 150px', sm: 'none' }, color: value ? 'text.primary' : 'text.secondary' }}
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

/** Narrows the insights to what they are about, how much they matter, and whether they were put to use. */
export function InsightFilters() {
  const { filter, choose } = useInsightFilter();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      <Filter
        label="Category"
        value={filter.category}
        all="All categories"
        options={INSIGHT_CATEGORIES.map((category) => [category, INSIGHT_CATEGORY_LABELS[category]])}
        onChoose={(value) => choose('category', value)}
      />
      <Filter
        label="Priority"
        value={filter.priority}
        all="Any priority"
        options={PRIORITIES.toReversed().map((priority) => [priority, PRIORITY_LABELS[priority]])}
        onChoose={(value) => choose('priority', value)}
      />
      <Filter
        label="Status"
        value={filter.state}
        all="Any status"
        options={STATES.map((state) => [state, STATE_LABELS[state]])}
        onChoose={(value) => choose('state', value)}
      />
    </Box>
  );
}
