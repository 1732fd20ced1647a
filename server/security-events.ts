import type { Pool } from 'pg';
import type { Logger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';

/** A line of the security log as the database keeps it. */
export interface SecurityEventRow {
  readonly kind: string;
  readonly actorId: string | null;
  readonly username: string | null;
  readonly credentialId: string | null;
  readonly address: string | null;
  readonly transport: string | null;
  readonly userAgent: string | null;
  readonly subjectId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export interface SecurityEvents {
  /** Takes a line; it is stored within a second. Returns at once. */
  add(row: SecurityEventRow): void;
  /** Stores what is waiting. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Lines that wait at most, while the database is away; further ones are counted. The log itself has all of them. */
const MOST_WAITING = 5_000;
const BATCH_SIZE = 500;
const INTERVAL_MS = 1_000;

const INSERT = `
  insert into security_events (kind, actor_id, username, credential_id, address, transport, user_agent, subject_id, details, at)
  select kind, "actorId", username, "credentialId", address, transport, "userAgent", "subjectId", details, at
  from jsonb_to_recordset($1::jsonb) as line(kind text, "actorId" text, username text, "credentialId" text, address text, transport text,
    "userAgent" text, "subjectId" text, details jsonb, at timestamptz)`;

/** Writes lines of the security log to the database in batches, so that no request waits for them. */
export function createSecurityEvents({ pool, log }: { readonly pool: Pick<Pool, 'query'>; readonly log: Logger }): SecurityEvents {
  const waiting: SecurityEventRow[] = [];
  let dropped = 0;
  const store = async () => {
    if (dropped > 0) log.error({ dropped }, 'Lines of the security log are missing in the audit: too many were waiting');
    dropped = 0;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      // PostgreSQL has no text with a null character.
      await pool.query(INSERT, [JSON.stringify(batch).replaceAll('\\u0000', '')]);
      waiting.splice(0, batch.length);
    }
  };
  // One batch at a time: a second one would store the same lines again.
  let running: Promise<void> = Promise.resolve();
  const flush = () => {
    running = running.catch(() => undefined).then(store);
    return running;
  };
  const timer = runPeriodically({ name: 'Storing the security log', intervalMs: INTERVAL_MS, run: flush, log });
  return {
    add: (row) => {
      if (waiting.length < MOST_WAITING) waiting.push(row);
      else dropped += 1;
    },
    flush,
    close: async () => {
      await timer.close();
      await flush().catch((error: unknown) => log.error({ error, lost: waiting.length }, 'Lines of the security log were not stored'));
    },
  };
}
