import { backOff } from '#web/lib/back-off.ts';

/** The server restarts and told every client at the same moment. */
const SERVICE_RESTART = 1012;
/** Milliseconds over which clients spread when the server told all of them to reconnect. */
const RESTART_SPREAD = 5_000;
/** The longest wait between two attempts, so that a server that is back is found within seconds. */
const LONGEST_WAIT = 4_000;

/** Milliseconds to wait before the next attempt to connect. `code` is how the last connection was closed; null where it was not by a server. */
export const reconnectDelay = (attempt: number, code: unknown, random: () => number = Math.random): number =>
  code === SERVICE_RESTART && attempt === 0 ? Math.round(random() * RESTART_SPREAD) : backOff(attempt, random, LONGEST_WAIT);
