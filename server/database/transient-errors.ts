import { hasErrorCode } from './sql-state.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Statement timeout or cancellation, deadlock, serialization failure, lock timeout, idle-in-transaction timeout; P2034 is what
 * Prisma makes of a deadlock or a serialization failure.
 */
const TRANSIENT = new Set(['57014', '40P01', '40001', '55P03', '25P03', 'P2034']);

/** Whether the same work may succeed later although nobody changed anything: the database was away, overloaded or busy with another transaction. */
export const isTransient = (error: unknown): boolean => isUnavailable(error) || hasErrorCode(error, TRANSIENT);
