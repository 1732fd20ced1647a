import type { ConversationMetrics } from '#domain/conversation/metrics.ts';
import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';

/** A running call, as far as it has come. */
export interface CallSoFar {
  readonly turns: readonly CountedTurn[];
  readonly metrics: ConversationMetrics;
  /** How long the call has lasted. */
  readonly seconds: number;
  /** How long it was meant to last; null where nobody said. */
  readonly plannedSeconds: number | null;
}
