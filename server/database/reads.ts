import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { type RawRows, RowQuery, type RowStatement } from './row-query.ts';

/** Runs statements that only read. */
export interface Reads {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<{ readonly rows: Row[] }>;
  /** The rows as the bytes that PostgreSQL sends. */
  raw(statement: RowStatement): Promise<RawRows>;
}

/** Reads on the connections of one pool. */
export const readsFrom = (pool: Pick<Pool, 'query'>): Reads => ({
  query: (statement) => pool.query(statement),
  raw: async (statement) => {
    const query = new RowQuery(statement);
    await pool.query(query);
    return query.rows;
  },
});
