import { TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS, type TrainingCategory } from '#contract/training.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';

type CategorySelectProps = { value: TrainingCategory | null; onChange: (category: TrainingCategory | null) => void };

/** The category as a dropdown, for whoever looks for it beside the search. */
export const CategorySelect = ({ value, onChange }: CategorySelectProps) => (
  <FilterSelect
    label="Category"
    value={value}
    all="All Categories"
    options={TRAINING_CATEGORIES.map((category) => [category, TRAINING_CATEGORY_LABELS[category]])}
    onChoose={(chosen) => onChange(TRAINING_CATEGORIES.find((each) => each === chosen) ?? null)}
  />
);
