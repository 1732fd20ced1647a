import { type AccessAction, type AccessNoun, type AccessScope, ROLE_KEYS, roleKeyOf, TEAM_LIMITS } from '#contract/access.ts';
import { PermissionInput, PersonChanges, TeamInput } from '#contract/access-input.ts';
import type { Role, Team, User } from '#prisma/generated/client.ts';
import { endInsufficientSessions } from '#server/auth/sessions.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { requirePermission } from '../access/access.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { about, type ChangeAccess, requireAnotherAdmin, requireTeam, requireUser } from './change-access.ts';

export interface Permission {
  readonly noun: AccessNoun;
  readonly action: AccessAction;
  readonly scope: AccessScope;
}

interface PeopleDeps extends Pick<ServiceDeps, 'db' | 'log' | 'newId'> {
  readonly change: ChangeAccess;
}

/** Who works here: roles, teams, and what each role may do. */
export const createPeople = ({ db, log, newId, change }: PeopleDeps) => {
  /** A team above has none above it, and a team below none below it. */
  const requireNesting = async (tx: Tx, id: string | null, parentId: string | null): Promise<void> => {
    if (parentId === null) return;
    if (parentId === id) throw new Conflict('A team cannot be above itself.');
    if ((await requireTeam(tx, parentId)).parentId !== null)
      throw new Conflict('Teams nest one level: the team above has a team above it.');
    if (id && (await tx.team.count({ where: { parentId: id } })) > 0)
      throw new Conflict('Teams nest one level: this team has teams below it.');
  };

  return {
    /** All teams by name, each with the number of its open accounts. */
    teams: async (reader: Reader): Promise<ReadonlyArray<Team & { readonly people: number }>> => {
      requirePermission(reader, 'people', 'read');
      const teams = await db.prisma.team.findMany({
        orderBy: { name: 'asc' },
        take: TEAM_LIMITS.teams,
        include: { _count: { select: { people: { where: { isActive: true } } } } },
      });
      return teams.map(({ _count, ...team }) => ({ ...team, people: _count.people }));
    },

    /** All roles, those that may do most first. */
    roles: async (reader: Reader): Promise<readonly Role[]> => {
      requirePermission(reader, 'people', 'read');
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

    /** Gives an account another role, team, absence or capacity. Throws `Conflict` for the last admin. */
    changePerson: async (viewer: Viewer, id: string, input: unknown): Promise<User> => {
      const { role, teamId, ...availability } = parse(PersonChanges, input);
      return change(viewer, async (tx, now) => {
        const before = await requireUser(tx, id);
        if (teamId) await requireTeam(tx, teamId);
        if (role && role !== 'admin' && before.roleKey === 'admin') await requireAnotherAdmin(tx, id);
        const { absentFrom, absentUntil } = { ...before, ...availability };
        if (absentUntil && (!absentFrom || absentUntil <= absentFrom))
          throw new Invalid([{ path: 'absentUntil', message: 'The absence must end after it begins' }]);
        const user = await tx.user.update({ where: { id }, data: { roleKey: role, teamId, ...availability, updatedAt: now } });
        const changed = changedFields(before, availability);
        if (changed.length > 0) await log.append(tx, { ...about(viewer, 'user', id, now), kind: 'account.updated', data: { changed } });
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
  };
};

const scopeOf = (text: string): AccessScope | null => (text === 'own' || text === 'team' || text === 'all' ? text : null);

function teamNameInUse(error: unknown): never {
  throw isUniqueViolation(error) ? new Conflict('Another team already has this name.') : error;
}
