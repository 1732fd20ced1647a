import { Prisma, type Task } from '#prisma/generated/client.ts';
import { boolean, id, nullable, primaryKey, text, timestamp } from './column-types.ts';
import { type EntityEvents, type EntitySchema, fieldsOf } from './entity-schema.ts';

export const task: EntitySchema<Task> & EntityEvents<'created' | 'updated' | 'deleted'> = {
  name: 'task',
  type: 'Task',
  plural: 'tasks',
  table: 'tasks',
  fields: fieldsOf(Prisma.TaskScalarFieldEnum),
  columns: {
    id: primaryKey('The task’s id, the same in exports.'),
    title: text('What is to be done, in one line.', { writable: ['create', 'update'] }),
    dueOn: nullable(text('The day it is due, such as `2026-11-24`; null where it is due at a time.', { writable: ['create', 'update'] })),
    dueAt: nullable(timestamp('The time it is due, UTC; null where it is due on a day.', { writable: ['create', 'update'] })),
    dueBy: timestamp(
      'From when on it is overdue, UTC: `dueAt`, or the end of the day `dueOn` in the time zone of the workspace, which is UTC where none is set. A task keeps it when the time zone changes.',
    ),
    recurrence: nullable(
      text(
        'How it repeats, as an RFC 5545 rule such as `FREQ=WEEKLY;BYDAY=MO`; null where it does not. The next task is made when this one is completed.',
        { writable: ['create', 'update'] },
      ),
    ),
    remindAt: nullable(timestamp('When its owner is reminded, UTC; null for no reminder.', { writable: ['create', 'update'] })),
    remindedAt: nullable(timestamp('When its owner was reminded, UTC; null before that.')),
    ownerId: nullable(id('The id of the person whose task it is; null for nobody’s.', { label: 'Owner', writable: ['create', 'update'] })),
    leadId: nullable(id('The id of the lead it is about.', { writable: ['create'] })),
    customerId: nullable(id('The id of the customer it is about.', { writable: ['create'] })),
    transcriptionId: nullable(id('The id of the call it is about.', { writable: ['create'] })),
    orderId: nullable(id('The id of the order it is about.', { writable: ['create'] })),
    isNextStep: boolean('Whether it is, or was when it was completed, the next step of its lead.', {
      default: 'false',
      writable: ['create', 'update'],
    }),
    completedAt: nullable(timestamp('When it was completed, UTC; null while it is open.')),
    previousId: nullable(id('The id of the completed task that this one repeats; null where it repeats none.')),
    createdAt: timestamp('When it was created, UTC.'),
    updatedAt: timestamp('When it last changed, UTC.'),
  },
  excluded: {},
  toOne: {
    owner: { entity: 'user', from: 'ownerId', to: 'id', description: 'The person whose task it is.' },
    lead: {
      entity: 'lead',
      from: 'leadId',
      to: 'id',
      description: 'The lead it is about.',
      inverse: { name: 'tasks', description: 'The lead’s tasks.' },
    },
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer it is about.',
      inverse: { name: 'tasks', description: 'The customer’s tasks.' },
    },
    transcription: {
      entity: 'transcription',
      from: 'transcriptionId',
      to: 'id',
      description: 'The call it is about.',
      inverse: { name: 'tasks', description: 'The call’s tasks.' },
    },
    order: {
      entity: 'order',
      from: 'orderId',
      to: 'id',
      description: 'The order it is about.',
      inverse: { name: 'tasks', description: 'The order’s tasks.' },
    },
  },
  rowVisibility: [],
  access: { noun: 'task', owner: 'owner_id' },
  events: ['created', 'updated', 'deleted'],
  primaryKey: 'id',
};
