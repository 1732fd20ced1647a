import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { Directory } from '../access/directory.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Forbidden, NotFound } from '../failures.ts';
import type { Viewer } from '../viewer.ts';

/** Throws `Forbidden` unless the viewer may change people, teams and roles. */
export function requireAdmin({ access, credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('Sign in to see or change people, teams and roles: an API token cannot.');
  if (access.rows('people', 'configure').kind !== 'all') throw new Forbidden('Only an admin may change people, teams and roles.');
}

/** People who may invite others and pass on links to choose a password; what they gave away before stops working when they may no longer. */
export const MAY_CONFIGURE_PEOPLE = {
  isActive: true,
  role: { permissions: { some: { noun: 'people', action: 'configure' } } },
} as const;

interface ChangeAccessDeps extends Pick<ServiceDeps, 'clock'> {
  readonly db: Pick<Database, 'transaction'>;
  readonly directory: Directory;
}

export type ChangeAccess = ReturnType<typeof createChangeAccess>;

/** One change of access at a time, so that two admins cannot demote each other at once. Whoever made it sees it at once. */
export const createChangeAccess =
  ({ db, clock, directory }: ChangeAccessDeps) =>
  async <Result>(viewer: Viewer, run: (tx: Tx, now: Date) => Promise<Result>): Promise<Result> => {
    requireAdmin(viewer);
    const result = await db.transaction(async (tx) => {
      await lockTransaction(tx, ADVISORY_LOCKS.access);
      return run(tx, clock.now());
    });
    await directory.reload();
    return result;
  };

/** Subject, actor and time of an event. */
export const about = (viewer: Viewer, type: string, id: string, now: Date) =>
  ({ subject: { type, id }, actorId: viewer.id, at: now }) as const;

export async function requireTeam(tx: Tx, id: string) {
  const team = await tx.team.findUnique({ where: { id } });
  if (!team) throw new NotFound('Team', id);
  return team;
}

export async function requireUser(tx: Tx, id: string) {
  const user = await tx.user.findUnique({ where: { id } });
  if (!user) throw new NotFound('User', id);
  return user;
}

/** Throws `Conflict` when this is the only active admin. */
export async function requireAnotherAdmin(tx: Tx, id: string): Promise<void> {
  const others = await tx.user.count({ where: { roleKey: 'admin', isActive: true, id: { not: id } } });
  if (others === 0) throw new Conflict('This is the last admin. Make somebody else an admin first.');
}
