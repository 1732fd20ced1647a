import { EmbeddedDatabaseError } from '../database-errors.ts';
import type { Server } from './server.ts';
import { settlesWithin } from './spawn-helpers.ts';

/** Milliseconds before each restart in a row. A server that ran for a minute resets the count. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000] as const;
const STABLE_AFTER_MS = 60_000;
/** Milliseconds to wait for the shutdown. After that, the database notices by itself that its server has exited. */
const STOP_TIMEOUT_MS = 20_000;

export interface Supervision {
  readonly first: Server;
  launch(): Promise<Server>;
  log(line: string): void;
  /** The database cannot be restarted. */
  onCrashLoop(error: EmbeddedDatabaseError): void;
  readonly backoff?: readonly number[];
}

/** Restarts the database whenever it exits unexpectedly. The returned function stops both the supervision and the database. */
export function supervise({ first, launch, log, onCrashLoop, backoff = BACKOFF_MS }: Supervision): () => Promise<void> {
  const stop = Promise.withResolvers<'stop'>();
  let stopping = false;

  const restart = async (tries: number, failure: unknown): Promise<{ server: Server; tries: number } | null> => {
    const delay = backoff[tries];
    if (delay === undefined) {
      onCrashLoop(new EmbeddedDatabaseError('The built-in database keeps crashing; giving up.', { cause: failure }));
      return null;
    }
    if (await settlesWithin(stop.promise, delay)) return null;
    try {
      return { server: await launch(), tries: tries + 1 };
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      return restart(tries + 1, error);
    }
  };

  const watch = async (server: Server, tries: number): Promise<void> => {
    const startedAt = Date.now();
    const reason = await Promise.race([server.exited, stop.promise]);
    if (stopping) return server.stop();
    log(`The database stopped unexpectedly (${reason}). Restarting it.`);
    const next = await restart(Date.now() - startedAt > STABLE_AFTER_MS ? 0 : tries, reason);
    if (next) await watch(next.server, next.tries);
  };

  const watching = watch(first, 0);
  return async () => {
    stopping = true;
    stop.resolve('stop');
    await settlesWithin(watching, STOP_TIMEOUT_MS);
  };
}
