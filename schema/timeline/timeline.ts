import { LEAD_STAGES } from '#contract/lead.ts';
import type { TimelineEntry as Entry, TimelineKind } from '#domain/customer/timeline.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES, isPersonal } from '#domain/domain-events.ts';
import { User } from '../account.ts';
import { AiResponse } from '../assistant.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead, LeadStage } from '../lead.ts';
import { Order } from '../order/order.ts';
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
  description: 'One thing that happened with a customer.',
  resolveType: ({ kind }) => TYPES[kind],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id in the time line; not that of what it is about.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for what came from outside.',
      resolve: ({ actorId }, _args, { loaders: load }) => load.user(actorId),
    }),
  }),
});

const entry = (kind: TimelineKind) => builder.objectRef<Entry>(TYPES[kind]);
const interfaces = [TimelineEntry];

const stageIn = (value: unknown) => LEAD_STAGES.find((stage) => stage === value) ?? null;
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

entry('customer.created').implement({ description: 'The customer was added.', interfaces });

entry('customer.updated').implement({
  description: 'The customer’s record was changed.',
  interfaces,
  fields: (t) => ({
    changed: t.stringList({ description: 'The names of the fields that changed.', resolve: ({ data }) => texts(data.changed) }),
  }),
});

const LeadAddedEntry = entry('lead.created').implement({ description: 'A lead came in.', interfaces });

const LeadMovedEntry = entry('lead.moved').implement({
  description: 'A lead went to another column of the board.',
  interfaces,
  fields: (t) => ({
    from: t.field({ type: LeadStage, nullable: true, description: 'Where it was.', resolve: ({ data }) => stageIn(data.from) }),
    to: t.field({ type: LeadStage, nullable: true, description: 'Where it went.', resolve: ({ data }) => stageIn(data.to) }),
  }),
});

const ReplyWrittenEntry = entry('reply.generated').implement({ description: 'The assistant wrote an answer.', interfaces });

const ReplyUsedEntry = entry('reply.used').implement({ description: 'An answer was copied to be sent.', interfaces });

for (const ref of [LeadAddedEntry, LeadMovedEntry]) {
  builder.objectField(ref, 'lead', (t) =>
    t.field({
      type: Lead,
      nullable: true,
      description: 'The lead as it is now; null when it is gone.',
      resolve: ({ subjectId }, _args, { loaders: load }) => load.lead(subjectId),
    }),
  );
}

for (const ref of [ReplyWrittenEntry, ReplyUsedEntry]) {
  builder.objectField(ref, 'reply', (t) =>
    t.field({
      type: AiResponse,
      nullable: true,
      description: 'The answer; null when it is gone.',
      resolve: ({ subjectId }, _args, { loaders: load }) => load.reply(subjectId),
    }),
  );
}

entry('email.personalized').implement({
  description: 'An email template was filled in for the customer.',
  interfaces,
  fields: (t) => ({
    templateId: t.exposeID('subjectId', { description: 'The template’s id.' }),
    templateName: t.string({ description: 'What the template was called then.', resolve: ({ data }) => textIn(data.name) }),
  }),
});

entry('call').implement({
  description: 'A call was recorded.',
  interfaces,
  fields: (t) => ({
    call: t.field({
      type: Transcription,
      nullable: true,
      description: 'The call; null when it is gone.',
      resolve: ({ subjectId }, _args, { loaders: load }) => load.transcription(subjectId),
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
      description: 'The order as it is now; null when it is gone.',
      resolve: ({ subjectId }, _args, { loaders: load }) => load.order(subjectId),
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
    started: t.boolean({ description: 'Whether the flow began with it.', resolve: ({ data }) => data.first === true }),
  }),
});

const TimelineConnection = connectionOf('TimelineEntry', TimelineEntry);

builder.objectField(Customer, 'timeline', (t) =>
  t.field({
    type: TimelineConnection,
    description:
      'What happened with this customer, newest first: leads, calls, orders, answers, emails and flows. Searched for each customer by itself, which costs 10 points.',
    args: t.arg.connectionArgs(),
    complexity: (page) => ({ ...perRow(page), field: 10 }),
    resolve: async ({ id }, page, { services }) => asConnection(await services.customers.timeline(id, page)),
  }),
);

const CustomerFact = builder.objectRef<SequencedEvent>('CustomerFact').implement({
  description: 'One fact of a customer’s story.',
  fields: (t) => ({
    cursor: t.expose('seq', { type: 'EventCursor', description: 'Its place in the order of events; continue after it.' }),
    kind: t.exposeString('kind', { description: 'What happened, in the past tense: `lead.moved`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer as it is now.',
      resolve: ({ customerId }, _args, { loaders: load }) => load.customer(customerId),
    }),
  }),
});

const SHARED_KINDS = EVENT_TYPES.filter((kind) => !isPersonal(kind));

builder.subscriptionField('customerChanged', (t) =>
  t.field({
    type: CustomerFact,
    description:
      'Everything that happens with one customer after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for the customer again.',
    args: {
      id: t.arg.id({ required: true, description: 'The customer’s id.' }),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }),
    },
    // A fact has one customer, so everyone it reaches asked for the same one.
    extensions: { shared: true },
    subscribe: (_root, { id, after }, { subscribeFrom: follow }) =>
      follow({ after: after ?? null, kinds: SHARED_KINDS, visible: ({ customerId }) => customerId === id }),
    resolve: (event) => event,
  }),
);
