import { useState } from 'react';
import { type CoachingRuleKey, thresholdProblem } from '#contract/coaching-rule.ts';

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

type Saved = { key: CoachingRuleKey; threshold: number | null; save: (threshold: number) => void };

/** A threshold that is being typed. It stays over what others set meanwhile, until it is saved or taken back. */
export function useThreshold({ key, threshold, save }: Saved) {
  const [draft, setDraft] = useState<string | null>(null);
  const words = draft ?? String(threshold ?? '');
  const typed = NUMBER.test(words.trim()) ? Number(words.trim().replace(',', '.')) : Number.NaN;
  const problem = draft === null ? null : thresholdProblem(key, typed);
  return {
    words,
    problem,
    isTyped: draft !== null,
    /** The threshold that is typed, or the one that is saved. */
    meant: draft === null || problem !== null ? threshold : typed,
    type: setDraft,
    takeBack: () => setDraft(null),
    save: () => {
      if (draft === null || problem !== null) return;
      if (typed !== threshold) save(typed);
      setDraft(null);
    },
  };
}
