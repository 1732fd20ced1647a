import {
  type AccessAction,
  type AccessNoun,
  type AccessScope,
  type RecordScope,
  ROLE_KEYS,
  type RoleKey,
  TEAM_LIMITS,
} from '#contract/access.ts';
import { PermissionInput, PersonChanges, TeamInput, WorkspaceChanges } from '#contract/access-input.ts';
import type { Role, Team, User } from '#prisma/generated/client.ts';
import { endInsufficientSessions } from '#server/auth/sessions.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import type { Directory } from '../access/directory.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Forbidden, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';

export interface Permission {
  readonly noun: AccessNoun;
  readonly action: AccessAction;
  readonly scope: AccessScope;
}

interface PeopleDeps extends ServiceDeps {
  readonly directory: Directory;
}

const isRoleKey = (key: string): key is RoleKey => ROLE_KEYS.some((known) => known === key);
const roleKeyOf = (key: string): RoleKey => (isRoleKey(key) ? key : 'read_only');

/** Throws `Forbidden` unless the viewer may change people, teams and roles. */
export function requireAdmin({ access, credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('Sign in to change people, teams and roles: an API token cannot.');
  if (access.rows('people', 'configure').kind !== 'all') throw new Forbidden('Only an admin may change people, teams and roles.');
}

/** Who works here: roles, teams, and what each role may do. */
export const createPeople = ({ db, log, clock, newId, directory }: PeopleDeps) => {
  /** One change of access at a time, so that two admins cannot demote each other at once. Whoever made it sees it at once. */
  const change = async <Result>(viewer: Viewer, run: (tx: Tx, now: Date) => Promise<Result>): Promise<Result> => {
    requireAdmin(viewer);
    const result = await db.transaction(async (tx) => {
      await lockTransaction(tx, ADVISORY_LOCKS.access);
      return run(tx, clock.now());
    });
    await directory.reload();
    return result;
  };

  const requireTeam = async (tx: Tx, id: string): Promise<Team> => {
    const team = await tx.team.findUnique({ where: { id } });
    if (!team) throw new NotFound('Team', id);
    return team;
  };

  /** A team above has none above it, and a team below none below it. */
  const requireNesting = async (tx: Tx, id: string | null, parentId: string | null): Promise<void> => {
    if (parentId === null) return;
    if (parentId === id) throw new Conflict('A team cannot be above itself.');
    if ((await requireTeam(tx, parentId)).parentId !== null)
      throw new Conflict('Teams nest one level: the team above has a team above it.');
    if (id && (await tx.team.count({ where: { parentId: id } })) > 0)
      throw new Conflict('Teams nest one level: this team has teams below it.');
  };

  const about = (viewer: Viewer, type: string, id: string, now: Date) => ({ subject: { type, id }, actorId: viewer.id, at: now }) as const;

  return {
    /** All teams by name. */
    teams: (): Promise<readonly Team[]> => db.prisma.team.findMany({ orderBy: { name: 'asc' }, take: TEAM_LIMITS.teams }),

    /** All roles, those that may do most first. */
    roles: async (): Promise<readonly Role[]> => {
      const roles = await db.prisma.role.findMany();
      return ROLE_KEYS.flatMap((key) => roles.filter((role) => role.key === key));
    },

    /** What a role may do. */
    permissions: async (role: string): Promise<readonly Permission[]> => {
      const { rows } = await db.pool.query<Permission>({
        name: 'role-permissions',
        text: 'select noun, action, scope from role_permissions where role_key = $1 order by noun, action',
        values: [role],
      });
      return rows;
    },

    /** Gives an account another role or team. Throws `Conflict` for the last admin. */
    changePerson: async (viewer: Viewer, id: string, input: unknown): Promise<User> => {
      const { role, teamId } = parse(PersonChanges, input);
      return change(viewer, async (tx, now) => {
        const before = await tx.user.findUnique({ where: { id } });
        if (!before) throw new NotFound('User', id);
        if (teamId) await requireTeam(tx, teamId);
        if (role && role !== 'admin' && before.roleKey === 'admin') await requireAnotherAdmin(tx, id);
        const user = await tx.user.update({ where: { id }, data: { roleKey: role, teamId, updatedAt: now } });
        if (user.roleKey !== before.roleKey) {
          await endInsufficientSessions(tx);
          await log.append(tx, {
            ...about(viewer, 'user', id, now),
            kind: 'account.role_changed',
            data: { from: roleKeyOf(before.roleKey), to: roleKeyOf(user.roleKey) },
          });
        }
        if (user.teamId !== before.teamId)
          await log.append(tx, {
            ...about(viewer, 'user', id, now),
            kind: 'account.team_changed',
            data: { from: before.teamId, to: user.teamId },
          });
        return user;
      });
    },

    createTeam: async (viewer: Viewer, input: unknown): Promise<Team> => {
      const fields = parse(TeamInput, input);
      return change(viewer, async (tx, now) => {
        await requireNesting(tx, null, fields.parentId);
        if ((await tx.team.count()) >= TEAM_LIMITS.teams) throw new Conflict(`There can be at most ${TEAM_LIMITS.teams} teams.`);
        const team = await tx.team.create({ data: { id: newId(), ...fields, createdAt: now, updatedAt: now } });
        await log.append(tx, {
          ...about(viewer, 'team', team.id, now),
          kind: 'team.changed',
          data: { change: 'created', name: team.name },
        });
        return team;
      }).catch(teamNameInUse);
    },

    /** Renames a team or puts it below another one; the input replaces both. */
    updateTeam: async (viewer: Viewer, id: string, input: unknown): Promise<Team> => {
      const fields = parse(TeamInput, input);
      return change(viewer, async (tx, now) => {
        const before = await requireTeam(tx, id);
        await requireNesting(tx, id, fields.parentId);
        const team = await tx.team.update({ where: { id }, data: { ...fields, updatedAt: now } });
        const changes = [
          ...(team.name === before.name ? [] : (['renamed'] as const)),
          ...(team.parentId === before.parentId ? [] : (['moved'] as const)),
        ];
        for (const each of changes)
          await log.append(tx, { ...about(viewer, 'team', id, now), kind: 'team.changed', data: { change: each, name: team.name } });
        return team;
      }).catch(teamNameInUse);
    },

    /** Deletes a team; its people are in no team then. Throws `Conflict` while teams are below it. */
    deleteTeam: (viewer: Viewer, id: string): Promise<Team> =>
      change(viewer, async (tx, now) => {
        const team = await requireTeam(tx, id);
        if ((await tx.team.count({ where: { parentId: id } })) > 0) throw new Conflict('There are teams below this one. Move them first.');
        await tx.team.delete({ where: { id } });
        await log.append(tx, { ...about(viewer, 'team', id, now), kind: 'team.changed', data: { change: 'deleted', name: team.name } });
        return team;
      }),

    /** Sets one cell of the permission table. */
    setPermission: async (viewer: Viewer, input: unknown): Promise<Role> => {
      const { role, noun, action, scope } = parse(PermissionInput, input);
      const roleKey_noun_action = { roleKey: role, noun, action };
      return change(viewer, async (tx, now) => {
        const before = await tx.rolePermission.findUnique({ where: { roleKey_noun_action } });
        const from = before ? scopeOf(before.scope) : null;
        if (from !== scope) {
          if (scope === null) await tx.rolePermission.delete({ where: { roleKey_noun_action } });
          else
            await tx.rolePermission.upsert({
              where: { roleKey_noun_action },
              create: { roleKey: role, noun, action, scope },
              update: { scope },
            });
          await tx.role.update({ where: { key: role }, data: { updatedAt: now } });
          await log.append(tx, {
            ...about(viewer, 'role', role, now),
            kind: 'role.changed',
            data: { key: role, noun, action, from, to: scope },
          });
        }
        return tx.role.findUniqueOrThrow({ where: { key: role } });
      });
    },

    /** The settings of the workspace as an admin set them; null is the default. */
    settings: async (): Promise<{ readonly recordScope: RecordScope | null }> => {
      const { rows } = await db.pool.query<{ recordScope: RecordScope | null }>({
        name: 'workspace-settings',
        text: 'select record_scope as "recordScope" from workspace_settings where id = 1',
      });
      return rows[0] ?? { recordScope: null };
    },

    /** Changes settings of the workspace; null sets one back to its default. */
    changeSettings: async (viewer: Viewer, input: unknown): Promise<void> => {
      const changes = parse(WorkspaceChanges, input);
      return change(viewer, async (tx, now) => {
        const before = await tx.workspaceSettings.upsert({ where: { id: 1 }, create: { id: 1, updatedAt: now }, update: {} });
        if (changes.recordScope === undefined || changes.recordScope === before.recordScope) return;
        await tx.workspaceSettings.update({ where: { id: 1 }, data: { ...changes, updatedAt: now } });
        await log.append(tx, {
          ...about(viewer, 'workspace', 'workspace', now),
          kind: 'workspace.changed',
          data: { changed: ['recordScope'] },
        });
      });
    },
  };
};

const scopeOf = (text: string): AccessScope | null => (text === 'own' || text === 'team' || text === 'all' ? text : null);

async function requireAnotherAdmin(tx: Tx, id: string): Promise<void> {
  const others = await tx.user.count({ where: { roleKey: 'admin', isActive: true, id: { not: id } } });
  if (others === 0) throw new Conflict('This is the last admin. Make somebody else an admin first.');
}

function teamNameInUse(error: unknown): never {
  throw isUniqueViolation(error) ? new Conflict('Another team already has this name.') : error;
}
