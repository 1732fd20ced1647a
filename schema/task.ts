import { TaskEditConflict } from '#domain/editable-row.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Invalid, NotFound } from '#domain/failures.ts';
import { STALE_DAYS } from '#domain/lead/stale-leads.ts';
import { ListRead, RelationRead, RowRead, reads } from '#domain/query/field-reads.ts';
import { nestedList, rowById } from '#domain/query/nested-lists.ts';
import { MY_DAY_ROWS, type MyDay as MyDayRows } from '#domain/task/my-day.ts';
import type { Task as TaskRow } from '#prisma/generated/client.ts';
import { User } from './account.ts';
import { AiResponse } from './assistant.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { Lead } from './lead.ts';
import { findOrder, Order } from './order/order.ts';
import { columnFields, inputFields } from './query/entity-fields.ts';
import { listArgs } from './query/list-args.ts';
import { Transcription } from './transcription/transcription.ts';

const findTask = rowById(ENTITIES.task);
const ROWS = { field: 1, multiplier: MY_DAY_ROWS };

export const Task = builder.objectRef<TaskRow>('Task').implement({
  description: 'What somebody has to do. It is about one lead, customer, call or order, or about none.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.task),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'The person whose task it is; null for nobody’s.',
      extensions: reads(new RelationRead('owner')),
      resolve: ({ ownerId }, _args, { loaders }) => loaders.user(ownerId),
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead it is about; null for none, and for one you may not read.',
      extensions: reads(new RelationRead('lead')),
      resolve: ({ leadId }, _args, { loaders }) => loaders.lead(leadId),
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer it is about; null for none, and for one you may not read.',
      extensions: reads(new RelationRead('customer')),
      resolve: ({ customerId }, _args, { loaders }) => loaders.customer(customerId),
    }),
    transcription: t.field({
      type: Transcription,
      nullable: true,
      description: 'The call it is about; null for none, and for one you may not read.',
      extensions: reads(new RelationRead('transcription')),
      resolve: ({ transcriptionId }, _args, { loaders }) => loaders.transcription(transcriptionId),
    }),
    order: t.field({
      type: Order,
      nullable: true,
      description: 'The order it is about; null for none, and for one you may not read.',
      extensions: reads(new RelationRead('order')),
      resolve: ({ orderId }, _args, context) => findOrder(orderId, context),
    }),
  }),
});

builder.objectType(TaskEditConflict, {
  name: 'TaskEditConflict',
  description: 'The task changed after you loaded it. Nothing was saved.',
  interfaces: [Failure, EditConflict],
  fields: (t) => ({ current: t.expose('current', { type: Task, description: 'The task as it is now.' }) }),
});

const TaskConnection = connectionOf('Task', Task);

const CreateTaskInput = builder.inputType('CreateTaskInput', {
  description:
    'A new task. It has `dueOn` or `dueAt`, and at most one of `leadId`, `customerId`, `transcriptionId` and `orderId`. Without `ownerId` it is yours.',
  fields: (t) => inputFields(t, ENTITIES.task, 'create'),
});

const TaskChangesInput = builder.inputType('TaskChangesInput', {
  description:
    'Fields to change. Omitted fields stay. A new `dueOn` takes the place of `dueAt`, and the other way round. What a task is about stays.',
  fields: (t) => inputFields(t, ENTITIES.task, 'update'),
});

const tasksOf = {
  lead: nestedList(ENTITIES.task, 'leadId'),
  customer: nestedList(ENTITIES.task, 'customerId'),
  transcription: nestedList(ENTITIES.task, 'transcriptionId'),
  order: nestedList(ENTITIES.task, 'orderId'),
};

builder.objectFields(Lead, (t) => ({
  tasks: t.field({
    type: TaskConnection,
    description: 'This lead’s tasks, newest first.',
    extensions: reads(new ListRead({ entity: 'task', foreignKey: 'leadId' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('task') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await tasksOf.lead(id, args, context)),
  }),
  nextStep: t.field({
    type: Task,
    nullable: true,
    description: 'The open task that is the lead’s next step; null for none, for one you may not read, and for a lost lead.',
    resolve: ({ id, nextStepDueBy }, _args, { loaders }) => (nextStepDueBy ? loaders.nextStep(id) : null),
  }),
}));

builder.objectField(Customer, 'tasks', (t) =>
  t.field({
    type: TaskConnection,
    description: 'This customer’s tasks, newest first.',
    extensions: reads(new ListRead({ entity: 'task', foreignKey: 'customerId' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('task') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await tasksOf.customer(id, args, context)),
  }),
);

builder.objectField(Transcription, 'tasks', (t) =>
  t.field({
    type: TaskConnection,
    description: 'Tasks about this call, newest first.',
    extensions: reads(new ListRead({ entity: 'task', foreignKey: 'transcriptionId' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('task') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await tasksOf.transcription(id, args, context)),
  }),
);

builder.objectField(Order, 'tasks', (t) =>
  t.field({
    type: TaskConnection,
    description: 'Tasks about this order, newest first.',
    extensions: reads(new ListRead({ entity: 'task', foreignKey: 'orderId' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('task') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await tasksOf.order(id, args, context)),
  }),
);

const id = { required: true, description: 'The task’s id.' } as const;

builder.queryFields((t) => ({
  task: t.field({
    type: Task,
    nullable: true,
    description: 'One task; null when there is none with this id.',
    extensions: reads(new RowRead('task')),
    args: { id: t.arg.id(id) },
    resolve: (_root, args, context) => findTask(args.id, context),
  }),
  tasks: t.field({
    type: TaskConnection,
    description: 'Tasks, newest first.',
    extensions: reads(new ListRead({ entity: 'task' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('task') },
    complexity: perRow,
    resolve: async (_root, { where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.of(ENTITIES.task).page(viewer, { where, orderBy }, page)),
  }),
}));

builder.mutationFields((t) => ({
  createTask: t.withAuth({ signedIn: true }).field({
    type: Task,
    errors: { types: [Invalid, NotFound] },
    description: 'Add a task. As the next step of its lead it takes the place of the one before, which stays an open task.',
    args: { input: t.arg({ type: CreateTaskInput, required: true, description: 'The new task.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.tasks.create(viewer, input),
  }),
  updateTask: t.withAuth({ signedIn: true }).field({
    type: Task,
    errors: { types: [Invalid, NotFound, TaskEditConflict] },
    description: 'Change a task.',
    args: {
      id: t.arg.id(id),
      input: t.arg({ type: TaskChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, args, { services, viewer }) =>
      services.tasks.update(viewer, args.id, args.input, unlessChangedSince(args.ifUpdatedAt)),
  }),
  completeTask: t.withAuth({ signedIn: true }).field({
    type: Task,
    errors: { types: [NotFound] },
    description:
      'Complete a task. One that repeats is followed by the next, due on the first day of its rule after today. Repeating changes nothing.',
    args: { id: t.arg.id(id) },
    resolve: (_root, args, { services, viewer }) => services.tasks.complete(viewer, args.id),
  }),
  reopenTask: t.withAuth({ signedIn: true }).field({
    type: Task,
    errors: { types: [NotFound] },
    description:
      'Open a completed task again. It is the next step of its lead again unless that has another one now; a task that was made to repeat it stays. An open task stays as it is.',
    args: { id: t.arg.id(id) },
    resolve: (_root, args, { services, viewer }) => services.tasks.reopen(viewer, args.id),
  }),
  deleteTask: t.withAuth({ signedIn: true }).field({
    type: Task,
    errors: { types: [NotFound] },
    description: 'Delete a task for good and return it as it was.',
    args: { id: t.arg.id(id) },
    resolve: (_root, args, { services, viewer }) => services.tasks.delete(viewer, args.id),
  }),
}));

const MyDay = builder.objectRef<MyDayRows>('MyDay').implement({
  description: `What waits for you, at most ${MY_DAY_ROWS} rows of each kind.`,
  fields: (t) => ({
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Event cursor of this response: subscribe to `tasksChanged` from it to miss no change.',
      resolve: (_day, _args, { eventCursor }) => eventCursor,
    }),
    overdue: t.field({
      type: [Task],
      complexity: ROWS,
      description: 'Your open tasks whose day or time is over, the longest overdue first.',
      resolve: ({ overdue }) => [...overdue],
    }),
    today: t.field({
      type: [Task],
      complexity: ROWS,
      description: 'Your open tasks that are due later today.',
      resolve: ({ today }) => [...today],
    }),
    quietLeads: t.field({
      type: [Lead],
      complexity: ROWS,
      description: `Your open leads without a next step that have not changed for ${STALE_DAYS} days, the quietest first.`,
      resolve: ({ quietLeads }) => [...quietLeads],
    }),
    unansweredRequests: t.field({
      type: [AiResponse],
      complexity: ROWS,
      description: 'Replies you had written in the last 14 days that were neither sent nor discarded, newest first.',
      resolve: ({ unansweredRequests }) => [...unansweredRequests],
    }),
  }),
});

builder.queryField('myDay', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: MyDay,
    errors: { types: [Invalid] },
    description: 'What waits for you: tasks, quiet leads and unanswered requests.',
    args: { timeZone: t.arg.string({ description: 'An IANA name that decides which day it is. Default: that of the workspace, or UTC.' }) },
    resolve: (_root, { timeZone }, { services, viewer }) => services.tasks.myDay(viewer, timeZone),
  }),
);

const TaskChange = changeSubscription({
  noun: 'Task',
  subscription: 'tasksChanged',
  kinds: {
    'task.created': 'created',
    'task.updated': 'updated',
    'task.completed': 'updated',
    'task.reopened': 'updated',
    'task.reminded': 'updated',
    'task.deleted': 'deleted',
  },
});

builder.objectField(TaskChange, 'task', (t) =>
  t.field({
    type: Task,
    nullable: true,
    description: 'The task as it is now; null when it was deleted.',
    resolve: ({ subjectId }, _args, context) => findTask(subjectId, context),
  }),
);
