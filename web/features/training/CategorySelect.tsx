import { MenuItem, Select } from '@mui/material';
import { TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS, type TrainingCategory } from '#contract/training-words.ts';

type CategorySelectProps = { value: TrainingCategory | null; onChange: (category: TrainingCategory | null) => void };

/** The category as a dropdown, for whoever looks for it beside the search. */
export function CategorySelect({ value, onChange }: CategorySelectProps) {
  return (
    <Select
      size="small"
      displayEmpty
      value={value ?? ''}
      onChange={(event) => onChange(TRAINING_CATEGORIES.find((each) => each === event.target.value) ?? null)}
      slotProps={{ input: { 'aria-label': 'Category' } }}
      sx={{ minWidth: 180, width: { xs: '100%', sm: 'auto' } }}
    >
      <MenuItem value="">All Categories</MenuItem>
      {TRAINING_CATEGORIES.map((category) => (
        <MenuItem key={category} value={category}>
          {TRAINING_CATEGORY_LABELS[category]}
        </MenuItem>
      ))}
    </Select>
  );
}
