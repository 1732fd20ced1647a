import { LEAD_STAGES } from '#contract/lead.ts';
import type { TimelineEntry as Entry, TimelineKind } from '#domain/customer/timeline.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES, isPersonal } from '#domain/domain-events.ts';
import { NOBODY } from '#domain/viewer.ts';
import { User } from '../account.ts';
import { AiResponse, findReply } from '../assistant.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead, LeadStage } from '../lead.ts';
import { findOrder, Order } from '../order/order.ts';
import { texts } from '../scalars.ts';
import { Transcription } from '../transcription/transcription.ts';

const TYPES = {
  'customer.created': 'CustomerAddedEntry',
  'customer.updated': 'CustomerChangedEntry',
  'lead.created': 'LeadAddedEntry',
  'lead.moved': 'LeadMovedEntry',
  'reply.generated': 'ReplyWrittenEntry',
  'reply.used': 'ReplyUsedEntry',
  'email.personalized': 'EmailPersonalizedEntry',
  call: 'CallEntry',
  order: 'OrderEntry',
  flow: 'FlowStageEntry',
} as const satisfies Record<TimelineKind, string>;

const TimelineEntry = builder.interfaceRef<Entry>('TimelineEntry').implement({
  description: 'An entry of a customer’s timeline.',
  resolveType: ({ kind }) => TYPES[kind],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the entry, not of its subject.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened, UTC.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the system or an outside service.',
      resolve: ({ actorId }, _args, { loaders }) => loaders.user(actorId),
    }),
  }),
});

const entry = (kind: TimelineKind) => builder.objectRef<Entry>(TYPES[kind]);
const interfaces = [TimelineEntry];

const stageIn = (value: unknown) => LEAD_STAGES.find((stage) => stage === value) ?? null;
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

entry('customer.created').implement({ description: 'The customer was added.', interfaces });

entry('customer.updated').implement({
  description: 'The customer was edited.',
  interfaces,
  fields: (t) => ({
    changed: t.stringList({ description: 'The names of the fields that changed.', resolve: ({ data }) => texts(data.changed) }),
  }),
});

const LeadAddedEntry = entry('lead.created').implement({ description: 'A lead was created.', interfaces });

const LeadMovedEntry = entry('lead.moved').implement({
  description: 'A lead moved to another stage.',
  interfaces,
  fields: (t) => ({
    from: t.field({ type: LeadStage, nullable: true, description: 'The stage it left.', resolve: ({ data }) => stageIn(data.from) }),
    to: t.field({ type: LeadStage, nullable: true, description: 'The stage it entered.', resolve: ({ data }) => stageIn(data.to) }),
  }),
});

const ReplyWrittenEntry = entry('reply.generated').implement({ description: 'The assistant wrote a reply.', interfaces });

const ReplyUsedEntry = entry('reply.used').implement({ description: 'A reply was copied to send.', interfaces });

for (const ref of [LeadAddedEntry, LeadMovedEntry]) {
  builder.objectField(ref, 'lead', (t) =>
    t.field({
      type: Lead,
      nullable: true,
      description: 'The lead as it is now; null when it was deleted.',
      resolve: ({ subjectId }, _args, { loaders }) => loaders.lead(subjectId),
    }),
  );
}

for (const ref of [ReplyWrittenEntry, ReplyUsedEntry]) {
  builder.objectField(ref, 'reply', (t) =>
    t.field({
      type: AiResponse,
      nullable: true,
      description: 'The reply; null when it was deleted.',
      resolve: ({ subjectId }, _args, context) => findReply(subjectId, context),
    }),
  );
}

entry('email.personalized').implement({
  description: 'An email was personalized for the customer.',
  interfaces,
  fields: (t) => ({
    templateId: t.exposeID('subjectId', { description: 'The template’s id.' }),
    templateName: t.string({ description: 'Name of the template at that time.', resolve: ({ data }) => textIn(data.name) }),
  }),
});

entry('call').implement({
  description: 'A call was recorded.',
  interfaces,
  fields: (t) => ({
    call: t.field({
      type: Transcription,
      nullable: true,
      description: 'The call; null when it was deleted.',
      resolve: ({ subjectId }, _args, { loaders }) => loaders.transcription(subjectId),
    }),
  }),
});

entry('order').implement({
  description: 'An order was placed in the online store.',
  interfaces,
  fields: (t) => ({
    order: t.field({
      type: Order,
      nullable: true,
      description: 'The order as it is now; null when it was deleted.',
      resolve: ({ subjectId }, _args, context) => findOrder(subjectId, context),
    }),
  }),
});

entry('flow').implement({
  description: 'An interaction flow reached a stage.',
  interfaces,
  fields: (t) => ({
    flowId: t.exposeID('subjectId', { description: 'The flow’s id.' }),
    flowType: t.string({
      description: '`sales_pipeline`, `support_journey` or `onboarding_process`.',
      resolve: ({ data }) => textIn(data.flowType),
    }),
    stage: t.string({ description: 'The stage, such as `awareness`.', resolve: ({ data }) => textIn(data.stage) }),
    started: t.boolean({ description: 'Whether it is the first stage of the flow.', resolve: ({ data }) => data.first === true }),
  }),
});

const TimelineConnection = connectionOf('TimelineEntry', TimelineEntry);

builder.objectField(Customer, 'timeline', (t) =>
  t.field({
    type: TimelineConnection,
    description: 'Activity of this customer, newest first: leads, calls, orders, replies, emails and flows. Costs 10 points per customer.',
    args: t.arg.connectionArgs(),
    complexity: (page) => ({ ...perRow(page), field: 10 }),
    resolve: async ({ id }, page, { services, viewer }) => asConnection(await services.customers.timeline(viewer ?? NOBODY, id, page)),
  }),
);

const CustomerFact = builder.objectRef<SequencedEvent>('CustomerFact').implement({
  description: 'An event of a customer.',
  fields: (t) => ({
    cursor: t.expose('cursor', { type: 'EventCursor', description: 'Event cursor. Use it as `after` to resume.' }),
    kind: t.exposeString('kind', { description: 'Type of the event, such as `lead.moved`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened, UTC.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer as it is now.',
      resolve: ({ customerId }, _args, { loaders }) => loaders.customer(customerId),
    }),
  }),
});

const SHARED_KINDS = EVENT_TYPES.filter((kind) => !isPersonal(kind));

builder.subscriptionField('customerChanged', (t) =>
  t.field({
    type: CustomerFact,
    description:
      'Events of one customer after the cursor, then live ones. Ends with the error code RESYNC if the cursor is too old: refetch the customer, then resubscribe.',
    args: {
      id: t.arg.id({ required: true, description: 'The customer’s id.' }),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you received. Omit it to start with live events.' }),
    },
    // An event has one customer, so all its subscribers requested the same one.
    extensions: { shared: true },
    subscribe: (_root, { id, after }, { subscribeFrom }) =>
      subscribeFrom({ after: after ?? null, kinds: SHARED_KINDS, about: { customerId: id } }),
    resolve: (event) => event,
  }),
);
