import type { Pool } from 'pg';

/** A past call as it was written down. */
export interface RecordedCall {
  readonly content: string;
  /** Seconds of the whole call; null where nobody knows. */
  readonly duration: number | null;
  /** Characters of the whole transcript. */
  readonly length: number;
}

const NEWEST = `
  select left(content, $1) as content, duration, length(content) as length
  from transcriptions order by created_at desc, id desc limit $2 offset $3`;

/** Some of the newest calls, of each the first characters. */
export async function newestCalls(pool: Pick<Pool, 'query'>, characters: number, limit: number, offset: number) {
  const { rows } = await pool.query<RecordedCall>({ name: 'coaching-trial-calls', text: NEWEST, values: [characters, limit, offset] });
  return rows;
}
