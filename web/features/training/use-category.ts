import { useSearchParams } from 'react-router';
import { TRAINING_CATEGORIES, type TrainingCategory } from '#contract/training-words.ts';

/** The category that is shown, kept in the address; null for all. */
export function useCategory() {
  const [address, setAddress] = useSearchParams();
  const category = TRAINING_CATEGORIES.find((each) => each === address.get('category')) ?? null;
  const choose = (next: TrainingCategory | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set('category', next);
        else after.delete('category');
        return after;
      },
      { replace: true },
    );
  return { category, choose };
}
