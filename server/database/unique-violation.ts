import { Prisma } from '#prisma/generated/client.ts';
import { hasErrorCode } from './sql-state.ts';

/** What PostgreSQL says, where SQL was written by hand. */
const TAKEN = new Set(['23505']);

/** Whether a write failed because the value is already taken. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') || hasErrorCode(error, TAKEN);
