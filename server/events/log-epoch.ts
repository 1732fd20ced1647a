import type pg from 'pg';
import { EVENTS_CHANNEL } from './sequencer.ts';

/** The payload of the notification that the epoch of the log has changed. */
export const NEW_EPOCH = 'epoch';

/** An event of the log: the last one that an instance has read. */
export interface LogPosition {
  readonly epoch: bigint;
  readonly seq: bigint;
  /** The id of the event; null before the first one, and where it was removed. */
  readonly id: string | null;
}

/** The next epoch: greater than any before, and another one on each server that ever was the primary. */
const NEXT_EPOCH = 'greatest(epoch + 1, extract(epoch from clock_timestamp())::bigint)';

const SELECT_POSITION = `
  select head.epoch, head.seq, newest.id, known.id as "knownId" from event_head as head
    left join events as newest on newest.seq = head.seq left join events as known on known.seq = $1
  where head.id = 1`;

interface PositionRow {
  readonly epoch: string;
  readonly seq: string;
  readonly id: string | null;
  readonly knownId: string | null;
}

/** The newest event, and the id of the event that has the number of `known` now. */
export async function readLogPosition(client: pg.ClientBase, known: LogPosition | null) {
  const { rows } = await client.query<PositionRow>(SELECT_POSITION, [String(known?.seq ?? 0n)]);
  const { epoch = '0', seq = '0', id = null, knownId = null } = rows[0] ?? {};
  const head: LogPosition = { epoch: BigInt(epoch), seq: BigInt(seq), id };
  return { head, knownId };
}

// Whichever instance comes first: the others find another epoch. Consumers have read no further than the log goes.
const START_NEW_EPOCH = `
  with changed as (update event_head set epoch = ${NEXT_EPOCH} where id = 1 and epoch = $1 returning seq),
    consumers as (update event_consumers as consumer set seq = changed.seq from changed where consumer.seq > changed.seq)
  select pg_notify($2, $3) from changed`;

/**
 * Changes the epoch of the log when it lacks an event that this instance has read in this epoch: a standby was promoted that had not
 * received it, or the database was reset to an earlier state. Returns whether it did; of several instances, one does.
 */
export async function startNewEpoch(client: pg.ClientBase, last: LogPosition): Promise<boolean> {
  const { head, knownId } = await readLogPosition(client, last);
  // An event that clean-up has removed has no id any more.
  const isOther = last.id !== null && knownId !== null && knownId !== last.id;
  if (head.epoch !== last.epoch || (head.seq >= last.seq && !isOther)) return false;
  const { rows } = await client.query(START_NEW_EPOCH, [String(last.epoch), EVENTS_CHANNEL, NEW_EPOCH]);
  return rows.length > 0;
}

/** For a restore: cursors of the log that was backed up are not positions in the restored one. */
export const RESTORED_EPOCH = `update event_head set epoch = ${NEXT_EPOCH} where id = 1`;
