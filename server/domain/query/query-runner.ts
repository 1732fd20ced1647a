import pg, { type QueryResultRow } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import type { Reads } from '#server/database/reads.ts';
import type { RawRows, RowStatement } from '#server/database/row-query.ts';
import { typeParsers } from '#server/database/types.ts';
import { QueryTimeout } from '../failures.ts';

// Values come out exactly as Prisma gives them.
const TYPES = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === pg.types.builtins.NUMERIC) return (text: string) => new Prisma.Decimal(text);
    if (type === pg.types.builtins.INT8) return BigInt;
    return typeParsers.getTypeParser(type, format);
  },
};

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set where the statement should be prepared: each statement of a name must have the same text. */
  readonly name?: string;
}

/** Runs a statement and returns its rows. Throws `QueryTimeout` when it hit the statement timeout. */
export interface RunQuery {
  <Row extends QueryResultRow>(statement: Statement): Promise<readonly Row[]>;
  /** The same with the rows as the bytes that PostgreSQL sends. */
  raw(statement: RowStatement): Promise<RawRows>;
}

/** `timeoutMs` is the statement timeout of where is read, where known. */
export function createQueryRunner(reads: Reads, timeoutMs: number | null = null): RunQuery {
  const inTime = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw isStatementTimeout(error) ? new QueryTimeout(timeoutMs) : error;
    }
  };
  const run = <Row extends QueryResultRow>({ values, ...statement }: Statement) =>
    inTime(async () => (await reads.query<Row>({ ...statement, values: [...values], types: TYPES })).rows);
  const raw = (statement: RowStatement) => inTime(() => reads.raw(statement));
  return Object.assign(run, { raw });
}
