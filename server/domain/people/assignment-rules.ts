import {
  ASSIGNMENT_LIMITS,
  ASSIGNMENT_METHODS,
  ASSIGNMENT_TARGETS,
  type AssignmentMethod,
  AssignmentOrder,
  AssignmentQuestion,
  AssignmentRuleInput,
  type AssignmentTarget,
} from '#contract/assignment.ts';
import { LEAD_SOURCES, type LeadSource } from '#contract/lead.ts';
import type { AssignmentRule as Row, Team, User } from '#prisma/generated/client.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import { requirePermission } from '../access/access.ts';
import { type Assignment, previewAssignment } from '../access/assignment.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Forbidden, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { about } from './change-access.ts';

export interface AssignmentRule extends Omit<Row, 'appliesTo' | 'sources' | 'method'> {
  readonly appliesTo: readonly AssignmentTarget[];
  readonly sources: readonly LeadSource[];
  readonly method: AssignmentMethod;
  /** Those that are still there, also deactivated ones, in their order. */
  readonly people: readonly User[];
  readonly teams: readonly Team[];
  /** Who got the last row; null for nobody yet. */
  readonly lastAssigned: User | null;
}

function requireSettings({ access, credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('Sign in to see or change assignment rules: an API token cannot.');
  requirePermission({ access }, 'workspace', 'configure');
}

/** The rules by which imports, telephony and the shop give new rows to people. */
export const createAssignmentRules = ({ db, log, clock, newId }: ServiceDeps) => {
  /** With the people and teams of each, in two queries. */
  const withCandidates = async (tx: Pick<Tx, 'user' | 'team'>, rows: readonly Row[]): Promise<readonly AssignmentRule[]> => {
    const peopleIds = rows.flatMap(({ peopleIds: ids, lastAssignedId }) => [...ids, ...(lastAssignedId ? [lastAssignedId] : [])]);
    const people = new Map((await tx.user.findMany({ where: { id: { in: peopleIds } } })).map((user) => [user.id, user]));
    const teamIds = rows.flatMap((row) => row.teamIds);
    const teams = new Map((await tx.team.findMany({ where: { id: { in: teamIds } } })).map((team) => [team.id, team]));
    return rows.map((row) => ({
      ...row,
      appliesTo: ASSIGNMENT_TARGETS.filter((target) => row.appliesTo.includes(target)),
      sources: LEAD_SOURCES.filter((source) => row.sources.includes(source)),
      method: ASSIGNMENT_METHODS.find((method) => method === row.method) ?? 'round_robin',
      people: row.peopleIds.flatMap((id) => people.get(id) ?? []),
      teams: row.teamIds.flatMap((id) => teams.get(id) ?? []),
      lastAssigned: people.get(row.lastAssignedId ?? '') ?? null,
    }));
  };

  const readAll = (tx: Pick<Tx, 'assignmentRule'>): Promise<Row[]> =>
    tx.assignmentRule.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], take: ASSIGNMENT_LIMITS.rules });

  const list = async (): Promise<readonly AssignmentRule[]> => withCandidates(db.prisma, await readAll(db.prisma));

  /** One change at a time, and none while rows are being assigned. */
  const change = (run: (tx: Tx, now: Date) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      await lockTransaction(tx, ADVISORY_LOCKS.assignment);
      await run(tx, clock.now());
    });

  const requireRule = async (tx: Tx, id: string): Promise<Row> => {
    const rule = await tx.assignmentRule.findUnique({ where: { id } });
    if (!rule) throw new NotFound('Assignment rule', id);
    return rule;
  };

  /** People who are no candidates yet must work here; teams must exist. */
  const requireCandidates = async (tx: Tx, peopleIds: readonly string[], teamIds: readonly string[]): Promise<void> => {
    const people = new Set((await tx.user.findMany({ where: { id: { in: [...peopleIds] }, isActive: true } })).map(({ id }) => id));
    const unknown = peopleIds.find((id) => !people.has(id));
    if (unknown !== undefined) throw new NotFound('User', unknown);
    const teams = new Set((await tx.team.findMany({ where: { id: { in: [...teamIds] } } })).map(({ id }) => id));
    const missing = teamIds.find((id) => !teams.has(id));
    if (missing !== undefined) throw new NotFound('Team', missing);
  };

  const found = async (id: string): Promise<AssignmentRule> => {
    const [rule] = await withCandidates(db.prisma, await db.prisma.assignmentRule.findMany({ where: { id } }));
    if (!rule) throw new NotFound('Assignment rule', id);
    return rule;
  };

  return {
    /** All rules in the order in which they are tried. Throws `Forbidden`. */
    list: async (viewer: Viewer): Promise<readonly AssignmentRule[]> => {
      requireSettings(viewer);
      return list();
    },

    /** Adds a rule behind the others. */
    create: async (viewer: Viewer, input: unknown): Promise<AssignmentRule> => {
      requireSettings(viewer);
      const fields = parse(AssignmentRuleInput, input);
      const id = newId();
      await change(async (tx, now) => {
        await requireCandidates(tx, fields.peopleIds, fields.teamIds);
        const rules = await readAll(tx);
        if (rules.length >= ASSIGNMENT_LIMITS.rules)
          throw new Conflict(`There can be at most ${ASSIGNMENT_LIMITS.rules} assignment rules.`);
        const position = (rules.at(-1)?.position ?? 0) + 1;
        await tx.assignmentRule.create({ data: { ...fields, id, position, createdAt: now, updatedAt: now } });
        const data = { change: 'created', name: fields.name, changed: [] } as const;
        await log.append(tx, { ...about(viewer, 'assignment_rule', id, now), kind: 'assignment_rule.changed', data });
      });
      return found(id);
    },

    /** Replaces everything of a rule but its place and whose turn it is. Where nothing differs, nothing happens. */
    update: async (viewer: Viewer, id: string, input: unknown): Promise<AssignmentRule> => {
      requireSettings(viewer);
      const fields = parse(AssignmentRuleInput, input);
      await change(async (tx, now) => {
        const before = await requireRule(tx, id);
        const isNew = (known: readonly string[]) => (each: string) => !known.includes(each);
        await requireCandidates(tx, fields.peopleIds.filter(isNew(before.peopleIds)), fields.teamIds.filter(isNew(before.teamIds)));
        const stored = new Map<string, unknown>(Object.entries(before));
        const changed = Object.entries(fields).flatMap(([name, value]) =>
          JSON.stringify(value) === JSON.stringify(stored.get(name)) ? [] : [name],
        );
        if (changed.length === 0) return;
        await tx.assignmentRule.update({ where: { id }, data: { ...fields, updatedAt: now } });
        const data = { change: 'updated', name: fields.name, changed } as const;
        await log.append(tx, { ...about(viewer, 'assignment_rule', id, now), kind: 'assignment_rule.changed', data });
      });
      return found(id);
    },

    /** Deletes a rule. What it gave to people stays theirs. */
    remove: async (viewer: Viewer, id: string): Promise<AssignmentRule> => {
      requireSettings(viewer);
      const rule = await found(id);
      await change(async (tx, now) => {
        const { name } = await requireRule(tx, id);
        await tx.assignmentRule.delete({ where: { id } });
        const data = { change: 'deleted', name, changed: [] } as const;
        await log.append(tx, { ...about(viewer, 'assignment_rule', id, now), kind: 'assignment_rule.changed', data });
      });
      return rule;
    },

    /** Puts all rules in another order. Throws `Conflict` unless `ids` are exactly the rules there are. */
    reorder: async (viewer: Viewer, ids: unknown): Promise<readonly AssignmentRule[]> => {
      requireSettings(viewer);
      const order = parse(AssignmentOrder, ids);
      await change(async (tx, now) => {
        const rules = await readAll(tx);
        if (new Set(order).size !== rules.length || order.length !== rules.length || rules.some(({ id }) => !order.includes(id)))
          throw new Conflict('Somebody else added or deleted a rule. Load the rules again.');
        for (const [index, id] of order.entries()) {
          const rule = rules.find((each) => each.id === id);
          const position = index + 1;
          if (!rule || rule.position === position) continue;
          await tx.assignmentRule.update({ where: { id }, data: { position, updatedAt: now } });
          // Only of those whose place among the others is another one, not of those whose number closes a gap.
          if (rules.indexOf(rule) === index) continue;
          const data = { change: 'reordered', name: rule.name, changed: [] } as const;
          await log.append(tx, { ...about(viewer, 'assignment_rule', id, now), kind: 'assignment_rule.changed', data });
        }
      });
      return list();
    },

    /** To whom a new row would go now, and why; nothing is changed. */
    preview: async (viewer: Viewer, input: unknown): Promise<Assignment> => {
      requireSettings(viewer);
      const { appliesTo, source = null, phone = null } = parse(AssignmentQuestion, input);
      const opensLead = appliesTo === 'imported_lead';
      return db.transaction((tx) => previewAssignment(tx, appliesTo, { source: opensLead ? source : null, phone, opensLead }, clock.now()));
    },
  };
};
