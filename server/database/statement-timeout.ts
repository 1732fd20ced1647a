import { hasErrorCode } from './sql-state.ts';

/** What PostgreSQL says of a statement that was stopped for the time it took. */
const STOPPED = new Set(['57014']);

/** Whether a statement was stopped because it took too long, asked by us or through Prisma. */
export const isStatementTimeout = (error: unknown): boolean => hasErrorCode(error, STOPPED);
