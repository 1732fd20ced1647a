import type { Gauges } from './gauges.ts';
import type { ShownPrompt } from './rules/prompter.ts';

/** What a call that goes wrong weighs on the wall: each open prompt by its kind, then mood and talk share beyond what is well. */
const WEIGHTS = { urgent: 100, tip: 10, insight: 1, unhappy: 100, talkative: 100 } as const;

/** Below this sentiment, and above this talk share, a call gets heavier. The share is that of the talk share rule. */
const WELL = { sentiment: 0.5, talkShare: 0.65 } as const;

/** The prompts the rep has on screen now. */
export const shownNudges = (nudges: readonly ShownPrompt[]): readonly ShownPrompt[] =>
  nudges.filter(({ withdrawn, dismissed }) => withdrawn === null && (dismissed ?? null) === null);

/** How much a call needs a coach, a whole number from 0: an urgent prompt weighs more than any mood. */
export function attentionFor({ sentimentScore, talkShare }: Gauges, nudges: readonly ShownPrompt[]): number {
  const prompts = shownNudges(nudges).reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  const unhappy = Math.max(0, WELL.sentiment - (sentimentScore ?? WELL.sentiment)) * WEIGHTS.unhappy;
  const talkative = Math.max(0, (talkShare ?? 0) - WELL.talkShare) * WEIGHTS.talkative;
  return Math.round(prompts + unhappy + talkative);
}
