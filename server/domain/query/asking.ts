import { type Pool, type QueryResultRow, types } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStopped } from '#server/database/stopped.ts';
import { TookTooLong } from '../failures.ts';
import type { Draft } from './draft.ts';

// Rows come out exactly as Prisma gives them.
const PARSERS = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === types.builtins.NUMERIC) return (text: string) => new Prisma.Decimal(text);
    if (type === types.builtins.INT8) return (text: string) => BigInt(text);
    return format === 'binary' ? types.getTypeParser(type, format) : types.getTypeParser(type, 'text');
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
