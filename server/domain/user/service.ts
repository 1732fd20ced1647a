import type { Team, User } from '#prisma/generated/client.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Reader } from '../viewer.ts';

export type Users = ReturnType<typeof createUsers>;

/** How many people a picker is given at most. */
export const MAX_ASSIGNEES = 100;

/** The people who work here. */
export const createUsers = ({ db }: Pick<ServiceDeps, 'db'>) => ({
  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<User[]> => db.prisma.user.findMany({ where: { id: { in: [...ids] } } }),

  /** The teams of several people, by the id of the person; those in no team are left out. */
  teamsOf: async (ids: readonly string[]): Promise<ReadonlyMap<string, Team>> => {
    const people = await db.prisma.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, team: true } });
    return new Map(people.flatMap(({ id, team }) => (team ? [[id, team] as const] : [])));
  },

  /** Active people by name whose name, username or email address contains all words of a search. */
  assignees: async (reader: Reader, search: string): Promise<readonly User[]> => {
    requirePermission(reader, 'people', 'read');
    const words = search.trim().split(/\s+/).filter(Boolean).slice(0, 10);
    const matching = words.map((word) => {
      const part = { contains: word, mode: 'insensitive' } as const;
      return { OR: [{ firstName: part }, { lastName: part }, { username: part }, { email: part }] };
    });
    return db.prisma.user.findMany({
      where: { isActive: true, AND: matching },
      orderBy: [{ firstName: 'asc' }, { lastName: 'asc' }, { username: 'asc' }],
      take: MAX_ASSIGNEES,
    });
  },
});
