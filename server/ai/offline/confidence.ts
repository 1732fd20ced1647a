import type { Told } from './write/compose.ts';

const NOTHING_MATCHED = 0.3;
const EVERYTHING_ANSWERED = 0.9;
/** Nothing was asked, so nothing could be answered wrongly, but nothing stands on training data either. */
const NOTHING_ASKED = 0.5;
/** From this coverage on, an ask counts as fully matched. */
const FULL_COVERAGE = 0.7;

/** How one ask counts: by how much of it the training data covers, halved where a person still has to confirm something. */
const worth = ({ answer, isOpen, isTold }: Told) => (isTold ? Math.min(1, answer.coverage / FULL_COVERAGE) * (isOpen ? 0.5 : 1) : 0);

/**
 * How far a reply can be trusted: 0.3 when the training data answers nothing, 0.9 when it answers every ask in full, in proportion between.
 * A message that asks nothing scores 0.5; one in a language the engine does not answer in scores 0.3.
 */
export function confidenceIn(told: readonly Told[], isForeign: boolean): number {
  if (isForeign) return NOTHING_MATCHED;
  if (told.length === 0) return NOTHING_ASKED;
  const share = told.reduce((sum, one) => sum + worth(one), 0) / told.length;
  return Math.round((NOTHING_MATCHED + (EVERYTHING_ANSWERED - NOTHING_MATCHED) * share) * 100) / 100;
}
