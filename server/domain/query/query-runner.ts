import pg, { type Pool, type QueryResultRow } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import { typeParsers } from '#server/database/types.ts';
import { TookTooLong } from '../failures.ts';
import type { SqlBuilder } from './sql-builder.ts';

// Rows come out exactly as Prisma gives them.
const PARSERS = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === pg.types.builtins.NUMERIC) return (text: string) => new Prisma.Decimal(text);
    if (type === pg.types.builtins.INT8) return (text: string) => BigInt(text);
    return typeParsers.getTypeParser(type, format);
  },
};

/** Runs a drafted statement; answers its rows. Throws `TookTooLong` when the database stopped it for the time it took. */
export type RunQuery = <Row extends QueryResultRow>(text: string, draft: Pick<SqlBuilder, 'values'>) => Promise<readonly Row[]>;

/** Runs drafted statements on a pool. They have no names: each is planned for its own values. `timeoutMs` is the pool's own, where known. */
export const createQueryRunner =
  (pool: Pick<Pool, 'query'>, timeoutMs: number | null = null): RunQuery =>
  async <Row extends QueryResultRow>(text: string, { values }: Pick<SqlBuilder, 'values'>) => {
    try {
      return (await pool.query<Row>({ text, values: [...values], types: PARSERS })).rows;
    } catch (error) {
      throw isStatementTimeout(error) ? new TookTooLong(timeoutMs) : error;
    }
  };
