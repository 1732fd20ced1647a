import pg, { type Pool, type QueryResultRow } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import { typeParsers } from '#server/database/types.ts';
import { QueryTimeout } from '../failures.ts';

// Values come out exactly as Prisma gives them.
const PARSERS = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === pg.types.builtins.NUMERIC) return (text: string) => new Prisma.Decimal(text);
    if (type === pg.types.builtins.INT8) return (text: string) => BigInt(text);
    return typeParsers.getTypeParser(type, format);
  },
};

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set where the statement should be prepared: each statement of a name must have the same text. */
  readonly name?: string;
  /** Rows as arrays of values, in the order of the columns. */
  readonly rowMode?: 'array';
}

/** Runs a statement and returns its rows. Throws `TookTooLong` when it hit the statement timeout. */
export type RunQuery = <Row extends QueryResultRow>(statement: Statement) => Promise<readonly Row[]>;

/** Runs statements on a pool. `timeoutMs` is the pool's statement timeout, where known. */
export const createQueryRunner =
  (pool: Pick<Pool, 'query'>, timeoutMs: number | null = null): RunQuery =>
  async <Row extends QueryResultRow>({ values, ...statement }: Statement) => {
    try {
      return (await pool.query<Row>({ ...statement, values: [...values], types: PARSERS })).rows;
    } catch (error) {
      throw isStatementTimeout(error) ? new QueryTimeout(timeoutMs) : error;
    }
  };
