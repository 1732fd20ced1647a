import type { Pool } from 'pg';
import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import { ownersOf, type RowScope } from '#domain/access/access.ts';
import type { Database } from '#server/database/client.ts';
import { createYield } from '#server/yield-to-event-loop.ts';
import { createTranscriptAccumulator } from '../conversation/transcript-accumulator.ts';
import { type PastCall, replay } from '../live-call/rules/replay.ts';
import { colleagueNames } from '../transcription/queries.ts';

/** A past call as it was written down. */
interface RecordedCall {
  readonly content: string;
  /** Seconds of the whole call; null where nobody knows. */
  readonly duration: number | null;
  /** Characters of the whole transcript. */
  readonly length: number;
}

const NEWEST = `
  select left(content, $1) as content, duration, length(content) as length
  from transcriptions where $4::text[] is null or rep_id = any($4) order by created_at desc, id desc limit $2 offset $3`;

/** Some of the newest calls of a scope, of each the first characters. */
async function newestCalls(pool: Pick<Pool, 'query'>, scope: RowScope, characters: number, limit: number, offset: number) {
  const values = [characters, limit, offset, ownersOf(scope)];
  const { rows } = await pool.query<RecordedCall>({ name: 'coaching-trial-calls', text: NEWEST, values });
  return rows;
}

/** How often a rule would have spoken. */
export interface Trial {
  /** How many past calls it was tried on. */
  readonly calls: number;
  readonly fired: number;
  /** In how many of them it spoke at all. */
  readonly callsFired: number;
}

/** What a trial takes at most: calls, characters of each (about an hour of talk), and of all together. */
const TRIAL_LIMITS = { calls: 200, ofCall: 60_000, ofAll: 3_000_000 } as const;

/** Calls that are read at a time, and characters that are counted at a time. */
const PAGE = 20;
const STEP_LENGTH = 3_000;

/** Analyzes a call step by step, as it would have arrived. */
async function counted(
  { content, duration, length }: RecordedCall,
  reps: readonly string[],
  yieldNow: () => Promise<void>,
): Promise<PastCall> {
  const tally = createTranscriptAccumulator({ reps });
  for (let end = STEP_LENGTH; end < content.length; end += STEP_LENGTH) {
    tally.text(content.slice(0, end));
    tally.turns();
    await yieldNow();
  }
  tally.text(content);
  const part = length > 0 ? content.length / length : 1;
  return { turns: tally.turns(), duration: duration === null ? null : duration * part };
}

/** Runs a rule over the newest calls of a scope as if they were live. Whatever else the server does goes on meanwhile. */
export async function tryRule(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  scope: RowScope,
  key: CoachingRuleKey,
  threshold: number | null,
): Promise<Trial> {
  const reps = await colleagueNames(prisma);
  const yieldNow = createYield();
  const trial = { calls: 0, fired: 0, callsFired: 0 };
  let remaining: number = TRIAL_LIMITS.ofAll;
  while (trial.calls < TRIAL_LIMITS.calls) {
    const page = await newestCalls(pool, scope, TRIAL_LIMITS.ofCall, PAGE, trial.calls);
    for (const call of page) {
      if (call.content.length > remaining) return trial;
      remaining -= call.content.length;
      const running = replay(await counted(call, reps, yieldNow), key, threshold);
      let moment = running.next();
      while (!moment.done) {
        await yieldNow();
        moment = running.next();
      }
      trial.calls += 1;
      trial.fired += moment.value;
      if (moment.value > 0) trial.callsFired += 1;
    }
    if (page.length < PAGE) break;
  }
  return trial;
}
