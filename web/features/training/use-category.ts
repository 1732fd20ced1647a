import { TRAINING_CATEGORIES, type TrainingCategory } from '#contract/training-words.ts';
import { useAddressChoice } from '#web/lib/use-address-choice.ts';

/** The category that is shown, kept in the address; null for all. */
export function useCategory() {
  const { chosen, choose } = useAddressChoice<'category'>();
  return {
    category: chosen('category', TRAINING_CATEGORIES),
    choose: (category: TrainingCategory | null) => choose('category', category),
  };
}
