import type { Client } from 'pg';
import { EXPORT_LIMITS } from '#contract/export.ts';
import { ADVISORY_LOCKS, tryLockSlot } from '#server/database/advisory-lock.ts';
import { LimitExceeded } from '../failures.ts';
import type { ExportRow } from './formats.ts';
import type { ExportStatement } from './statement.ts';

/** Characters read at a time, about; and rows, at first and at most. */
const LOT = { characters: 250_000, first: 100, most: 1_000 } as const;

/** Begins the one moment the file is of, within the bounds of how many there may be at once. */
export async function beginSnapshot(client: Client, viewerId: string): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
  // Nobody may hold a moment for ever by not reading; a statement may take as long as it needs.
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '5min';
    set local cursor_tuple_fraction = 1`);
  // A slot is in use until the transaction ends, also if this server is killed.
  const tryStart = (name: string, slots: number) => tryLockSlot(client, ADVISORY_LOCKS.exports, name, slots);
  if (!(await tryStart(`${viewerId} `, EXPORT_LIMITS.person)))
    throw new LimitExceeded(
      'TOO_MANY_IN_PROGRESS',
      `At most ${EXPORT_LIMITS.person} exports per person may run at once. Wait until one finishes.`,
    );
  if (!(await tryStart('', EXPORT_LIMITS.all)))
    throw new LimitExceeded(
      'TOO_MANY_IN_PROGRESS',
      `At most ${EXPORT_LIMITS.all} exports may run at once on this server. Try again in a moment.`,
    );
}

/** How many rows there will be. */
export async function countRows(client: Client, { count, values }: ExportStatement): Promise<number> {
  const { rows } = await client.query<{ count: number }>(count, [...values]);
  return rows[0]?.count ?? 0;
}

/** The rows in batches of about the same size in memory, each read when the previous one was consumed. */
export async function* readBatches(client: Client, { text, values }: ExportStatement): AsyncGenerator<readonly ExportRow[]> {
  await client.query(`declare export no scroll cursor for ${text}`, [...values]);
  let size: number = LOT.first;
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${size} from export`, rowMode: 'array' });
    if (rows.length === 0) return;
    yield rows;
    const characters = rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + (cell?.length ?? 0), 0), 0);
    const fitting = Math.floor((LOT.characters / Math.max(1, characters)) * rows.length);
    // Not more than twice as many: those that follow may be longer.
    size = Math.max(1, Math.min(LOT.most, size * 2, fitting));
  }
}
