import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import type { EventLog } from '#server/events/event-log.ts';
import type { NewId } from '#server/ids.ts';
import type { SecurityLog } from '#server/security-log.ts';

/** What every service needs. */
export interface ServiceDeps {
  readonly db: Database;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What a service needs whose outcomes belong in the security log. */
export interface SecurityDeps {
  readonly securityLog: SecurityLog;
}
