import { z } from 'zod';
import { CALENDAR, isDay } from './analytics.ts';
import { TEXT_LIMITS } from './limits.ts';
import { optionalId, optionalLine, ownerId, required } from './text.ts';

const title = required(TEXT_LIMITS.line, 'Title is required');
const day = z
  .string('A day is written like 2026-11-24.')
  .refine(isDay, `A day is written like 2026-11-24, and lies between ${CALENDAR.first} and ${CALENDAR.last}.`)
  .nullable();
const time = z
  .union([z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))], 'Must be a date and time')
  .nullable();

export const ONE_DUE = 'Choose a day or a time it is due, not both.';

/** A new task, as `createTask` sends it. */
export const NewTask = z
  .object({
    title,
    dueOn: day.default(null),
    dueAt: time.default(null),
    recurrence: optionalLine,
    remindAt: time.default(null),
    /** Absent: whoever adds the task. */
    ownerId,
    leadId: optionalId,
    customerId: optionalId,
    transcriptionId: optionalId,
    orderId: optionalId,
    isNextStep: z
      .boolean()
      .nullish()
      .transform((is) => is ?? false),
  })
  .refine(({ dueOn, dueAt }) => (dueOn === null) !== (dueAt === null), { path: ['dueOn'], message: ONE_DUE })
  .refine((task) => [task.leadId, task.customerId, task.transcriptionId, task.orderId].filter(Boolean).length <= 1, {
    path: ['leadId'],
    message: 'A task is about one lead, customer, call or order.',
  })
  .refine(({ isNextStep, leadId }) => !isNextStep || leadId !== null, {
    path: ['isNextStep'],
    message: 'Only a task about a lead can be its next step.',
  });
export type NewTask = z.output<typeof NewTask>;

/** The fields of a task that a person may change; those left out stay as they are. A new day takes the place of the time, and the other way round. */
export const TaskChanges = z
  .object({
    title,
    dueOn: day,
    dueAt: time,
    recurrence: optionalLine,
    remindAt: time,
    ownerId,
    isNextStep: z.boolean('Must be true or false'),
  })
  .partial();
export type TaskChanges = z.output<typeof TaskChanges>;
