import type { Clock } from '#server/clock.ts';

/** Asks once and gives everyone the same answer for so many milliseconds; a failed answer serves nobody who asks later. */
export function memoizeFor<Answer>(milliseconds: number, clock: Clock, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { readonly answer: Promise<Answer>; readonly until: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.answer;
    const answer = ask();
    const mine = { answer, until: now + milliseconds };
    kept = mine;
    answer.catch(() => {
      if (kept === mine) kept = null;
    });
    return answer;
  };
}
