import { TRAINING_CATEGORIES, type TrainingCategory } from '#contract/training.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';

/** The category that is shown, kept in the address; null for all. */
export function useCategory() {
  const { chosen, choose } = useFilterParam<'category'>();
  return {
    category: chosen('category', TRAINING_CATEGORIES),
    choose: (category: TrainingCategory | null) => choose('category', category),
  };
}
