import { NewTask, ONE_DUE, TaskChanges } from '#contract/task-input.ts';
import type { Lead, Task } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { inScope, isInScope, requirePermission, requireRow } from '../access/access.ts';
import { passOnEvents, requireLinks } from '../access/owner.ts';
import { addDays, calendarOf, type Day, daysFrom } from '../analytics/calendar.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, LEADS, lockRow, type Precondition, TASKS, timeOfChange } from '../editable-row.ts';
import { Invalid, NotFound } from '../failures.ts';
import { fromLocal, toLocal } from '../order/month.ts';
import { parse } from '../parse.ts';
import { displayName, type Reader, type Viewer } from '../viewer.ts';
import { createMyDay } from './my-day.ts';
import { nextDay, parseRecurrence } from './recurrence.ts';

interface TaskDeps extends ServiceDeps {
  /** That of the workspace, which decides when days end. */
  timeZone(): string;
}

/** When a task is due: a day or a time, the other is null. */
interface Due {
  readonly dueOn: Day | null;
  readonly dueAt: Date | null;
}

/** So many people are reminded at a time; the others a minute later. */
const REMINDERS = 500;
const DAY = 86_400_000;

const REMIND = `
  update tasks set reminded_at = $1, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id in (
    select id from tasks where remind_at <= $1 and completed_at is null and reminded_at is null
    order by remind_at, id limit ${REMINDERS} for update skip locked)
  returning id, owner_id as "ownerId", customer_id as "customerId"`;

export type Tasks = ReturnType<typeof createTasks>;

/** What people have to do, and the next steps of leads. */
export const createTasks = ({ db, log, clock, newId, timeZone }: TaskDeps) => {
  const dueDay = ({ dueOn, dueAt }: Due): Day => dueOn ?? calendarOf(timeZone()).dayOf(dueAt ?? clock.now());
  const dueBy = ({ dueOn, dueAt }: Due): Date => dueAt ?? calendarOf(timeZone()).startOf(addDays(dueDay({ dueOn, dueAt }), 1));
  const ruleOf = (recurrence: string | null, due: Due): string | null => recurrence && parseRecurrence(recurrence, dueDay(due));

  /**
   * The task and its lead, locked until the transaction ends. The lead first, as everybody does who writes its next step, so that no two
   * of them wait for each other: the lead of a task stays the same.
   */
  const lockTask = async (tx: Tx, viewer: Viewer, id: string, action: 'change' | 'delete') => {
    const found = await tx.task.findUnique({ where: { id } });
    if (!found) throw new NotFound('Task', id);
    requireRow(viewer, 'task', action, { kind: 'Task', ...found });
    const lead = found.leadId === null ? null : await lockRow(tx, LEADS, found.leadId);
    const task = await lockRow(tx, TASKS, id);
    requireRow(viewer, 'task', action, { kind: 'Task', ...task });
    return { task, lead };
  };

  /** Takes the mark from the open next step of a lead, as another task gets it. */
  const releaseNextStep = async (tx: Tx, viewer: Viewer, leadId: string, now: Date): Promise<void> => {
    const before = await tx.task.findFirst({ where: { leadId, ...OPEN_NEXT_STEP } });
    if (!before) return;
    const at = timeOfChange(now, before);
    await tx.task.update({ where: { id: before.id }, data: { isNextStep: false, updatedAt: at } });
    await log.append(tx, { ...about(before, viewer), kind: 'task.updated', data: { changed: ['isNextStep'] }, at });
  };

  /** Writes to a lead when its next step is due, so that lists order by it, with the event by which those who show the lead read it anew. */
  const writeNextStep = async (tx: Tx, viewer: Viewer, lead: Lead, now: Date): Promise<void> => {
    const step = await tx.task.findFirst({ where: { leadId: lead.id, ...OPEN_NEXT_STEP } });
    const at = timeOfChange(now, lead);
    await tx.lead.update({ where: { id: lead.id }, data: { nextStepDueBy: lead.lostAt ? null : (step?.dueBy ?? null), updatedAt: at } });
    await log.append(tx, {
      ...{ kind: 'lead.updated', subject: { type: 'lead', id: lead.id }, actorId: viewer.id, customerId: lead.customerId },
      ...{ ownerId: lead.ownerId, data: { changed: ['nextStep'], stage: lead.stage }, at },
    });
  };

  const store = async (tx: Tx, viewer: Viewer, data: Omit<Task, 'id' | 'createdAt' | 'updatedAt'>, now: Date): Promise<Task> => {
    const task = await tx.task.create({ data: { ...data, id: newId(), createdAt: now, updatedAt: now } });
    await log.append(tx, { ...about(task, viewer), kind: 'task.created', data: {}, at: now });
    return task;
  };

  /** The task that repeats a completed one: on the first day of its rule that is later than today; null where there is none, or it was made before. */
  const repeat = async (tx: Tx, viewer: Viewer, task: Task, now: Date): Promise<Task | null> => {
    if (task.recurrence === null || (await tx.task.findUnique({ where: { previousId: task.id } }))) return null;
    const zone = timeZone();
    const from = dueDay(task);
    const day = nextDay(task.recurrence, from, calendarOf(zone).dayOf(now));
    if (day === null) return null;
    // A clock on the wall shows the same time then, also where the clocks have been changed.
    const later = (at: Date | null) => at && fromLocal(new Date(toLocal(at, zone).getTime() + daysFrom(from, day) * DAY), zone);
    const due = { dueOn: task.dueOn && day, dueAt: later(task.dueAt) };
    const { id, createdAt: _created, updatedAt: _updated, ...same } = task;
    const owner = task.ownerId && (await tx.user.findUnique({ where: { id: task.ownerId } }));
    const ownerId = owner && !owner.isActive ? viewer.id : task.ownerId;
    const fresh = { ...due, dueBy: dueBy(due), remindAt: later(task.remindAt), remindedAt: null, completedAt: null, previousId: id };
    return store(tx, viewer, { ...same, ...fresh, ownerId }, now);
  };

  return {
    /** What waits for a person today. */
    myDay: createMyDay({ db, clock, timeZone }),

    /** The open next steps of leads, by the lead, of those that may be read; for batched reading. */
    nextSteps: async ({ access }: Reader, leadIds: readonly string[]): Promise<ReadonlyMap<string, Task>> => {
      const steps = await db.prisma.task.findMany({ where: { leadId: { in: [...leadIds] }, ...OPEN_NEXT_STEP } });
      return new Map(inScope(steps, access.rows('task'), ({ ownerId }) => ownerId).map((step) => [step.leadId ?? '', step]));
    },

    /** Adds a task. As the next step of its lead it takes the place of the one before, which stays an open task. */
    create: async (viewer: Viewer, input: unknown): Promise<Task> => {
      requirePermission(viewer, 'task', 'change');
      const { ownerId = viewer.id, ...fields } = parse(NewTask, input);
      const recurrence = ruleOf(fields.recurrence, fields);
      return db.transaction(async (tx) => {
        const now = clock.now();
        await requireSubject(tx, viewer, fields);
        await requireActiveOwner(tx, ownerId);
        const lead = fields.isNextStep && fields.leadId ? await lockRow(tx, LEADS, fields.leadId) : null;
        if (lead) {
          requireRow(viewer, 'lead', 'change', { kind: 'Lead', ...lead });
          await releaseNextStep(tx, viewer, lead.id, now);
        }
        const fresh = { ownerId, recurrence, dueBy: dueBy(fields), remindedAt: null, completedAt: null, previousId: null };
        const task = await store(tx, viewer, { ...fields, ...fresh }, now);
        if (lead) await writeNextStep(tx, viewer, lead, now);
        return task;
      });
    },

    /** Changes what differs; where nothing does, nothing happens. Throws `TaskEditConflict` when the row is not an expected version. */
    update: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<Task> => {
      const changes = parse(TaskChanges, input);
      return db.transaction(async (tx) => {
        const { task: before, lead } = await lockTask(tx, viewer, id, 'change');
        await assertExpected(tx, TASKS, before, precondition);
        const due = changedDue(before, changes);
        const rule = changes.recurrence === undefined ? before.recurrence : changes.recurrence;
        const isNewRule = rule !== before.recurrence || dueDay(due) !== dueDay(before);
        const fields = { ...changes, ...due, recurrence: isNewRule ? ruleOf(rule, due) : rule };
        const changed = changedFields(before, fields);
        if (changed.length === 0) return before;
        if (changed.includes('ownerId')) await requireActiveOwner(tx, fields.ownerId);
        const now = clock.now();
        if (changed.includes('isNextStep')) {
          if (!lead) throw refused('isNextStep', 'Only a task about a lead can be its next step.');
          if (before.completedAt) throw refused('isNextStep', 'A completed task cannot become the next step. Reopen it first.');
          requireRow(viewer, 'lead', 'change', { kind: 'Lead', ...lead });
          if (fields.isNextStep) await releaseNextStep(tx, viewer, lead.id, now);
        }
        const at = timeOfChange(now, before);
        const moved = changed.includes('dueOn') || changed.includes('dueAt');
        const data = {
          ...fields,
          ...(moved && { dueBy: dueBy(due) }),
          ...((changed.includes('remindAt') || changed.includes('ownerId')) && { remindedAt: null }),
          updatedAt: at,
        };
        const task = await tx.task.update({ where: { id }, data });
        const passedOn = task.ownerId !== before.ownerId;
        if (passedOn) await passOnEvents(tx, 'task', id, task.ownerId);
        await log.append(tx, {
          ...about(task, viewer),
          ...{ kind: 'task.updated', data: { changed, ...(passedOn && { ownerBefore: before.ownerId }) }, at },
        });
        if (lead && !task.completedAt && (before.isNextStep || task.isNextStep)) await writeNextStep(tx, viewer, lead, now);
        return task;
      });
    },

    /** Completes a task, and adds the one that repeats it where it has a rule. Completing it again changes nothing. */
    complete: (viewer: Viewer, id: string): Promise<Task> =>
      db.transaction(async (tx) => {
        const { task: before, lead } = await lockTask(tx, viewer, id, 'change');
        if (before.completedAt) return before;
        const now = clock.now();
        const task = await tx.task.update({ where: { id }, data: { completedAt: now, updatedAt: timeOfChange(now, before) } });
        const next = await repeat(tx, viewer, before, now);
        await log.append(tx, {
          ...about(task, viewer),
          ...{ kind: 'task.completed', data: { nextId: next?.id ?? null }, at: task.updatedAt },
        });
        if (lead && task.isNextStep) await writeNextStep(tx, viewer, lead, now);
        return task;
      }),

    /** Opens a completed task again. It is the next step of its lead again unless that has another one now. An open task stays as it is. */
    reopen: (viewer: Viewer, id: string): Promise<Task> =>
      db.transaction(async (tx) => {
        const { task: before, lead } = await lockTask(tx, viewer, id, 'change');
        if (!before.completedAt) return before;
        const now = clock.now();
        const isReplaced = before.isNextStep && (await tx.task.count({ where: { leadId: before.leadId, ...OPEN_NEXT_STEP } })) > 0;
        const data = { completedAt: null, isNextStep: before.isNextStep && !isReplaced, updatedAt: timeOfChange(now, before) };
        const task = await tx.task.update({ where: { id }, data });
        await log.append(tx, { ...about(task, viewer), kind: 'task.reopened', data: {}, at: task.updatedAt });
        if (lead && task.isNextStep) await writeNextStep(tx, viewer, lead, now);
        return task;
      }),

    /** Deletes a task for good and returns it as it was. */
    delete: (viewer: Viewer, id: string): Promise<Task> =>
      db.transaction(async (tx) => {
        const { task, lead } = await lockTask(tx, viewer, id, 'delete');
        const now = clock.now();
        await tx.task.delete({ where: { id } });
        await log.append(tx, { ...about(task, viewer), kind: 'task.deleted', data: {}, at: now });
        if (lead && task.isNextStep && !task.completedAt) await writeNextStep(tx, viewer, lead, now);
        return task;
      }),

    /** Says of open tasks that it is time to remind their owners, of each once. Any number of servers may do it at the same time. */
    remind: (): Promise<number> =>
      db.transaction(async (tx) => {
        const at = clock.now();
        const tasks = await tx.$queryRawUnsafe<Array<Pick<Task, 'id' | 'ownerId' | 'customerId'>>>(REMIND, at);
        await log.appendAll(
          tx,
          tasks.map((task) => ({ ...about(task, { id: null }), kind: 'task.reminded' as const, data: {}, at })),
        );
        return tasks.length;
      }),
  };
};

/** Which of a lead’s tasks is its next step. */
export const OPEN_NEXT_STEP = { isNextStep: true, completedAt: null } as const;

const refused = (path: string, message: string) => new Invalid([{ path, message }]);

/** When a changed task is due: a new day takes the place of the time, and the other way round. */
function changedDue(before: Task, { dueOn, dueAt }: Pick<TaskChanges, 'dueOn' | 'dueAt'>): Due {
  const due = {
    dueOn: dueOn === undefined ? (dueAt ? null : before.dueOn) : dueOn,
    dueAt: dueAt === undefined ? (dueOn ? null : before.dueAt) : dueAt,
  };
  if ((due.dueOn === null) === (due.dueAt === null)) throw refused('dueOn', ONE_DUE);
  return due;
}

/** Throws `NotFound` where there is no such person, and `Invalid` where they no longer work here. */
async function requireActiveOwner(tx: Tx, id: string | null | undefined): Promise<void> {
  const owner = id ? await tx.user.findUnique({ where: { id } }) : null;
  if (id && !owner) throw new NotFound('User', id);
  if (owner && !owner.isActive) throw refused('ownerId', `The account of ${displayName(owner)} is deactivated. Choose somebody else.`);
}

/** Throws `NotFound` where a task is to be about something that is not there, or that the person may not read. */
async function requireSubject(tx: Tx, viewer: Viewer, task: Pick<NewTask, 'leadId' | 'customerId' | 'transcriptionId' | 'orderId'>) {
  await requireLinks(tx, viewer, task);
  const { transcriptionId, orderId } = task;
  const call = transcriptionId && (await tx.transcription.findUnique({ where: { id: transcriptionId }, select: { repId: true } }));
  if (transcriptionId && !(call && isInScope(viewer.access.rows('transcription'), call.repId)))
    throw new NotFound('Transcription', transcriptionId);
  const order = orderId && (await tx.order.findUnique({ where: { id: orderId }, select: { customer: { select: { ownerId: true } } } }));
  if (orderId && !(order && isInScope(viewer.access.rows('order'), order.customer?.ownerId ?? null))) throw new NotFound('Order', orderId);
}

const about = (task: Pick<Task, 'id' | 'ownerId' | 'customerId'>, { id: actorId }: { readonly id: string | null }) => ({
  subject: { type: 'task', id: task.id },
  actorId,
  customerId: task.customerId,
  ownerId: task.ownerId,
});
