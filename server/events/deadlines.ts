/** How long the event log's connections may be silent, in milliseconds. */
export interface EventDeadlines {
  /** A query of the reader or the sequencer without an answer: its connection is closed and opened again. */
  readonly query: number;
  /** The leader asks every 50 ms; one whose connection asked nothing for this long is frozen, and another instance replaces it. */
  readonly leaderIdle: number;
  /** The same for a leader whose statement is still running, beyond its statement timeout of 10 s. */
  readonly leaderActive: number;
  /** After this long without an answer to the reader or the sequencer the instance is not ready. */
  readonly stale: number;
}

export const EVENT_DEADLINES: EventDeadlines = { query: 13_000, leaderIdle: 5_000, leaderActive: 15_000, stale: 10_000 };
