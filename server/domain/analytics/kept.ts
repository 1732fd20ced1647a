import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';
import { coalesce } from '../coalesce.ts';

/** How many facts the log holds: another number means that something happened. One that is not in its place yet counts too. */
const HAPPENED = 'select (seq + (select count(*) from events where seq is null))::text as happened from event_head where id = 1';

/** Milliseconds an answer serves at most, for what changes without a fact: the time of day. */
export const KEPT_FOR = 5_000;

/** How many questions are remembered: ranges and time zones that people look at. */
const QUESTIONS = 100;

interface Kept<Answer> {
  readonly ask: () => Promise<Answer>;
  happened: string | null;
  until: number;
  answer: Answer | null;
}

interface Keeping<Question, Answer> {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly keyOf: (question: Question) => string;
  readonly ask: (question: Question) => Promise<Answer>;
}

/**
 * Gives the same answer to the same question until something happens, wherever it does: the log is looked at each time, so
 * whoever has written sees it. Those who ask alike at the same time share one answer.
 */
export function keptWhileQuiet<Question, Answer>({ pool, clock, keyOf, ask }: Keeping<Question, Answer>) {
  const questions = new Map<string, Kept<Answer>>();

  const remembered = (question: Question): Kept<Answer> => {
    const key = keyOf(question);
    const kept = questions.get(key) ?? { ask: coalesce(() => ask(question)), happened: null, until: 0, answer: null };
    // Asked for again, it is the youngest; the one nobody asked for longest makes room.
    questions.delete(key);
    questions.set(key, kept);
    const [oldest] = questions.keys();
    if (questions.size > QUESTIONS && oldest !== undefined) questions.delete(oldest);
    return kept;
  };

  return async (question: Question): Promise<Answer> => {
    const kept = remembered(question);
    // First the log, then the numbers: they hold at least what the log held.
    const { rows } = await pool.query<{ happened: string }>({ name: 'events-happened', text: HAPPENED });
    const happened = rows[0]?.happened ?? null;
    const now = clock.now().getTime();
    if (kept.answer !== null && kept.happened === happened && now < kept.until) return kept.answer;
    const answer = await kept.ask();
    Object.assign(kept, { happened, until: now + KEPT_FOR, answer });
    return answer;
  };
}
