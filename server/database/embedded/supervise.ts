import { EmbeddedDatabaseError } from '../database-errors.ts';
import type { Server } from './server.ts';
import { settlesWithin } from './spawn-helpers.ts';

/** Milliseconds before each attempt in a row; a server that held for a minute starts the row anew. */
const BACK_OFF = [0, 250, 500, 1_000, 2_000, 4_000, 8_000] as const;
const STABLE_AFTER_MS = 60_000;
/** Milliseconds the end may take; past that the database notices by itself that its server is gone. */
const ENDING = 20_000;

export interface Supervision {
  readonly first: Server;
  launch(): Promise<Server>;
  log(line: string): void;
  /** The database is gone for good. */
  onLost(error: EmbeddedDatabaseError): void;
  readonly pauses?: readonly number[];
}

/** Starts the database again whenever it ends by itself. The returned function ends both the watch and the database. */
export function supervise({ first, launch, log, onLost, pauses = BACK_OFF }: Supervision): () => Promise<void> {
  const stop = Promise.withResolvers<'stop'>();
  let stopping = false;

  const restart = async (tries: number, failure: unknown): Promise<{ server: Server; tries: number } | null> => {
    const pause = pauses[tries];
    if (pause === undefined) {
      onLost(new EmbeddedDatabaseError('The built-in database keeps crashing; giving up.', { cause: failure }));
      return null;
    }
    if (await settlesWithin(stop.promise, pause)) return null;
    try {
      return { server: await launch(), tries: tries + 1 };
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      return restart(tries + 1, error);
    }
  };

  const watch = async (server: Server, tries: number): Promise<void> => {
    const since = Date.now();
    const how = await Promise.race([server.exited, stop.promise]);
    if (stopping) return server.stop();
    log(`The database stopped unexpectedly (${how}). Restarting it.`);
    const next = await restart(Date.now() - since > STABLE_AFTER_MS ? 0 : tries, how);
    if (next) await watch(next.server, next.tries);
  };

  const watching = watch(first, 0);
  return async () => {
    stopping = true;
    stop.resolve('stop');
    await settlesWithin(watching, ENDING);
  };
}
