import pg, { type QueryResultRow } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import type { Reads } from '#server/database/read-replica.ts';
import { typeParsers } from '#server/database/types.ts';
import { QueryTimeout } from '../failures.ts';

// Values come out exactly as Prisma gives them, and amounts as text where they are only printed.
const parsers = (amount: (text: string) => Prisma.Decimal | string) => ({
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === pg.types.builtins.NUMERIC) return amount;
    if (type === pg.types.builtins.INT8) return BigInt;
    return typeParsers.getTypeParser(type, format);
  },
});
const PARSERS = { decimal: parsers((text) => new Prisma.Decimal(text)), text: parsers((text) => text) } as const;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set where the statement should be prepared: each statement of a name must have the same text. */
  readonly name?: string;
  /** Rows as arrays of values, in the order of the columns. */
  readonly rowMode?: 'array';
  /** Amounts as the database's text, where they are only printed; `decimal` when left out. */
  readonly amounts?: keyof typeof PARSERS;
}

/** Runs a statement and returns its rows. Throws `TookTooLong` when it hit the statement timeout. */
export type RunQuery = <Row extends QueryResultRow>(statement: Statement) => Promise<readonly Row[]>;

/** Runs statements on a pool, or wherever is read. `timeoutMs` is the statement timeout there, where known. */
export const createQueryRunner =
  (pool: Reads, timeoutMs: number | null = null): RunQuery =>
  async <Row extends QueryResultRow>({ values, amounts = 'decimal', ...statement }: Statement) => {
    try {
      return (await pool.query<Row>({ ...statement, values: [...values], types: PARSERS[amounts] })).rows;
    } catch (error) {
      throw isStatementTimeout(error) ? new QueryTimeout(timeoutMs) : error;
    }
  };
