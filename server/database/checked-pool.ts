import pg from 'pg';
import { runUnmetered } from './read-meter.ts';
import { within } from './read-replica.ts';

/** Milliseconds after which an idle connection is asked whether it still answers before it is used again, and which it has for that. */
const CHECK_AFTER_IDLE_MS = 500;
const CHECK_TIMEOUT_MS = 3_000;

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void;

interface CheckedPoolConfig extends pg.PoolConfig {
  /** Milliseconds after which an idle connection is checked. Default: 500 ms. */
  readonly checkAfterIdle: number | undefined;
}

/**
 * A pool that hands out no connection whose other end disappeared while it was idle: its next query would wait for the whole deadline.
 * One that was idle for a moment is asked first; a busy one never is. Once one does not answer, all that are idle are replaced.
 */
export class CheckedPool extends pg.Pool {
  readonly #checkAfterIdle: number;
  readonly #idleSince = new WeakMap<pg.PoolClient, number>();
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor({ checkAfterIdle = CHECK_AFTER_IDLE_MS, ...config }: CheckedPoolConfig) {
    super(config);
    this.#checkAfterIdle = checkAfterIdle;
    this.on('release', (_error, client) => void this.#idleSince.set(client, performance.now()));
  }

  /** A connection did not answer: those that are idle now are not used again. */
  replaceIdle(): void {
    this.#lostAt = performance.now();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback) return void this.#connect(callback);
    return new Promise((resolve, reject) => this.#connect((error, client) => (client ? resolve(client) : reject(error))));
  }

  #connect(callback: ConnectCallback): void {
    super.connect((error, client, release) => {
      const idleSince = client && this.#idleSince.get(client);
      if (!client || idleSince === undefined || this.#isTrusted(idleSince)) return callback(error, client, release);
      return void this.#answers(client, idleSince).then((answers) => {
        if (answers) return callback(error, client, release);
        release(true);
        // Closed as usual, it would wait for the other end.
        client.connection.stream.destroy();
        this.#connect(callback);
      });
    });
  }

  #isTrusted(idleSince: number): boolean {
    return idleSince > this.#lostAt && performance.now() - idleSince < this.#checkAfterIdle;
  }

  async #answers(client: pg.PoolClient, idleSince: number): Promise<boolean> {
    if (idleSince <= this.#lostAt) return false;
    try {
      await within(
        CHECK_TIMEOUT_MS,
        runUnmetered(() => client.query('')),
      );
      return true;
    } catch {
      this.replaceIdle();
      return false;
    }
  }
}
