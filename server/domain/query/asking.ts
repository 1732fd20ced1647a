import pg, { type Pool, type QueryResultRow } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStopped } from '#server/database/stopped.ts';
import { types } from '#server/database/types.ts';
import { TookTooLong } from '../failures.ts';
import type { Draft } from './draft.ts';

// Rows come out exactly as Prisma gives them.
const PARSERS = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === pg.types.builtins.NUMERIC) return (text: string) => new Prisma.Decimal(text);
    if (type === pg.types.builtins.INT8) return (text: string) => BigInt(text);
    return types.getTypeParser(type, format);
  },
};

/** Asks a drafted statement. It has no name: each is planned for its own values. */
export async function ask<Row extends QueryResultRow>(pool: Pick<Pool, 'query'>, text: string, { values }: Draft): Promise<readonly Row[]> {
  try {
    return (await pool.query<Row>({ text, values, types: PARSERS })).rows;
  } catch (error) {
    throw isStopped(error) ? new TookTooLong() : error;
  }
}
