import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import type { EventLog } from '#server/events/log.ts';
import type { NewId } from '#server/ids.ts';

/** What every service needs. */
export interface Deps {
  readonly db: Database;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly newId: NewId;
}
