import { isOver, type Viewer } from '#domain/viewer.ts';
import type { FindRevoked } from '#server/auth/revoked-credentials.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';

/** How often the credentials of open connections are checked, in milliseconds. */
export const CREDENTIAL_CHECK_INTERVALS = { revoked: 60_000, expired: 1_000 } as const;

interface CredentialCheckOptions<Connection> {
  /** The open connections, each with whose it is. */
  list(): Iterable<readonly [Connection, Viewer]>;
  end(connection: Connection): void;
  readonly findRevoked: FindRevoked;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervals?: Readonly<Record<keyof typeof CREDENTIAL_CHECK_INTERVALS, number>>;
}

/**
 * Ends open WebSockets and event streams when their session or token ends: at once when this instance is notified, within
 * a second when a token expires, and within a minute when the session expired or the notification was lost.
 */
export function createCredentialCheck<Connection>({
  list,
  end,
  findRevoked,
  clock,
  log,
  intervals = CREDENTIAL_CHECK_INTERVALS,
}: CredentialCheckOptions<Connection>) {
  const endWhere = (isEnded: (viewer: Viewer) => boolean) => {
    for (const [connection, viewer] of list()) if (isEnded(viewer)) end(connection);
  };
  const expired = setInterval(() => endWhere((viewer) => isOver(viewer, clock.now())), intervals.expired);
  const revoked = setInterval(async () => {
    const ids = new Set(Array.from(list(), ([, { credential }]) => credential.id));
    if (ids.size === 0) return;
    try {
      const ended = new Set(await findRevoked([...ids]));
      endWhere(({ credential }) => ended.has(credential.id));
    } catch (error) {
      log.warn({ error }, 'Could not check the credentials of open connections');
    }
  }, intervals.revoked);
  return {
    /** Ends every connection of a session or token that has ended. */
    endCredential: (id: string): void => endWhere(({ credential }) => credential.id === id),
    stop: (): void => {
      clearInterval(expired);
      clearInterval(revoked);
    },
  };
}

/** Counts open connections per key, without a scan of all of them; a key without connections takes no memory. */
export function createConnectionCounter() {
  const counts = new Map<string, number>();
  return {
    get: (key: string): number => counts.get(key) ?? 0,
    add: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove: (key: string): void => {
      const rest = (counts.get(key) ?? 0) - 1;
      if (rest > 0) counts.set(key, rest);
      else counts.delete(key);
    },
  };
}
