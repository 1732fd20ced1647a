import pg, { type QueryResultRow } from 'pg';
import { Prisma } from '#prisma/generated/client.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import type { Reads } from '#server/database/reads.ts';
import type { RawRows, RowStatement } from '#server/database/row-query.ts';
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
  const run = <Row extends QueryResultRow>({ values, amounts = 'decimal', ...statement }: Statement) =>
    inTime(async () => (await reads.query<Row>({ ...statement, values: [...values], types: PARSERS[amounts] })).rows);
  const raw = (statement: RowStatement) => inTime(() => reads.raw(statement));
  return Object.assign(run, { raw });
}
