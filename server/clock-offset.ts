import type { Pool } from 'pg';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';

const INTERVAL_MS = 3_600_000;
/** Seconds beyond which sessions, analytics and the order of events by time are visibly wrong. */
const MAX_OFFSET_SECONDS = 2;

export interface ClockOffset {
  /** Seconds this server's clock is ahead of the database's; negative if it is behind, null until it was measured. */
  seconds(): number | null;
  close(): Promise<void>;
}

interface ClockOffsetOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Compares the clock of this server with the database's, now and every hour, and warns when they are too far apart. */
export function watchClockOffset({ pool, clock, log }: ClockOffsetOptions): ClockOffset {
  let seconds: number | null = null;
  const measure = async () => {
    const before = clock.now().getTime();
    const { rows } = await pool.query<{ now: number }>(`select extract(epoch from clock_timestamp())::float8 * 1000 as now`);
    const after = clock.now().getTime();
    const [database] = rows;
    if (!database) return;
    // The database's time is one between the two.
    const offset = ((before + after) / 2 - database.now) / 1_000;
    seconds = offset;
    if (Math.abs(offset) - (after - before) / 2_000 > MAX_OFFSET_SECONDS)
      log.warn({ offsetSeconds: offset }, 'The clock of this server differs from the database’s. Synchronize both (NTP).');
  };
  const first = measure().catch((error: unknown) => log.warn({ error }, 'Could not compare the clocks'));
  const hourly = runPeriodically({ name: 'Comparing the clocks', intervalMs: INTERVAL_MS, run: measure, log });
  return {
    seconds: () => seconds,
    close: async () => {
      await first;
      await hourly.close();
    },
  };
}
