import type { ConversationMetrics } from '../metrics.ts';
import { both, type Call, of, sum } from './call.ts';

const HOUR = 3_600_000;

/** What each asked. */
export function questions(call: Call): ConversationMetrics['questions'] {
  if (!call.isAttributed) return null;
  return both((party) => {
    const turns = call.turns.filter(of(party));
    const count = sum(turns, (turn) => turn.questions);
    const open = sum(turns, (turn) => turn.openQuestions);
    return { count, perHour: call.length && (count * HOUR) / call.length.milliseconds, open, closed: count - open };
  });
}
