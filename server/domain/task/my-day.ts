import type { AiResponse, Lead, Task } from '#prisma/generated/client.ts';
import { inScope } from '../access/access.ts';
import { addDays, calendarOf } from '../analytics/calendar.ts';
import type { ServiceDeps } from '../deps.ts';
import { STALE_DAYS } from '../lead/stale-leads.ts';
import type { Viewer } from '../viewer.ts';

/** Rows of each of its lists at most. */
export const MY_DAY_ROWS = 20;
/** Days for which a request counts as unanswered; nobody answers older ones. */
const REQUEST_DAYS = 14;
const DAY = 86_400_000;

/** What waits for somebody, each list the most urgent first. */
export interface MyDay {
  readonly overdue: readonly Task[];
  readonly today: readonly Task[];
  /** Their open leads that have no next step and have not changed for `STALE_DAYS`. */
  readonly quietLeads: readonly Lead[];
  /** Requests for which they had a reply written that was neither sent nor discarded, the newest first. */
  readonly unansweredRequests: readonly AiResponse[];
}

/** Reads what waits for a person, of what they may read. Days are those of the time zone; `Invalid` where there is no such zone. */
export const createMyDay =
  ({ db, clock, timeZone }: Pick<ServiceDeps, 'db' | 'clock'> & { timeZone(): string }) =>
  async (viewer: Viewer, zone: string | null | undefined): Promise<MyDay> => {
    const now = clock.now();
    const calendar = calendarOf(zone ?? timeZone());
    const today = calendar.dayOf(now);
    const tomorrow = calendar.startOf(addDays(today, 1));
    const { prisma } = db;
    // The next step of a lost lead waits until the lead is opened again.
    const open = { ownerId: viewer.id, completedAt: null, NOT: { isNextStep: true, lead: { lostAt: { not: null } } } };
    const isOverdue = { ...open, OR: [{ dueOn: { lt: today } }, { dueAt: { lte: now } }] };
    const isToday = { ...open, OR: [{ dueOn: today }, { dueAt: { gt: now, lt: tomorrow } }] };
    const page = { take: MY_DAY_ROWS };
    const byDue = { ...page, orderBy: [{ dueBy: 'asc' as const }, { id: 'asc' as const }] };
    const quietSince = new Date(now.getTime() - STALE_DAYS * DAY);
    const [overdue, dueToday, leads, requests] = await Promise.all([
      prisma.task.findMany({ where: isOverdue, ...byDue }),
      prisma.task.findMany({ where: isToday, ...byDue }),
      prisma.lead.findMany({
        where: { ownerId: viewer.id, stage: { not: 'won' }, lostAt: null, nextStepDueBy: null, updatedAt: { lt: quietSince } },
        orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
        ...page,
      }),
      prisma.aiResponse.findMany({
        where: { userId: viewer.id, used: false, discardedAt: null, createdAt: { gt: new Date(now.getTime() - REQUEST_DAYS * DAY) } },
        orderBy: { id: 'desc' },
        ...page,
      }),
    ]);
    const tasks = viewer.access.rows('task');
    return {
      overdue: inScope(overdue, tasks, ({ ownerId }) => ownerId),
      today: inScope(dueToday, tasks, ({ ownerId }) => ownerId),
      quietLeads: inScope(leads, viewer.access.rows('lead'), ({ ownerId }) => ownerId),
      unansweredRequests: inScope(requests, viewer.access.rows('aiResponse'), ({ userId }) => userId),
    };
  };
