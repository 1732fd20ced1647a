import type { User } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';

export type Users = ReturnType<typeof createUsers>;

/** The people who work here. */
export const createUsers = ({ db }: Pick<ServiceDeps, 'db'>) => ({
  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<User[]> => db.prisma.user.findMany({ where: { id: { in: [...ids] } } }),
});
