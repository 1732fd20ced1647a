import { Prisma } from '#prisma/generated/client.ts';

/** Whether a write failed because the value is already taken. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
