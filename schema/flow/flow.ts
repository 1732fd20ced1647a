import {
  ALL_FLOW_STAGES,
  FLOW_STAGE_LABELS,
  FLOW_TYPE_LABELS,
  FLOW_TYPES,
  flowStageLabel,
  type FlowInteraction as Interaction,
  progress,
  type FlowStep as Step,
  stageStartedAt,
} from '#contract/flow.ts';
import { FLOW_LIMITS } from '#contract/flow-input.ts';
import type { FlowSummary as Summary } from '#domain/flow/queries.ts';
import { type Flow, newestInteractions } from '#domain/flow/stored-flow.ts';
import { equal } from '#domain/query/shortcuts.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { listArgs, resolveList } from '../query/list-args.ts';

export const FlowType = builder.enumType('FlowType', {
  description: 'A way a customer may be on with us.',
  values: Object.fromEntries(FLOW_TYPES.map((type) => [type, { value: type, description: FLOW_TYPE_LABELS[type] }])),
});

export const FlowStage = builder.enumType('FlowStage', {
  description: 'A stage of some type of flow. A flow goes only to stages of its own type.',
  values: Object.fromEntries(ALL_FLOW_STAGES.map((stage) => [stage, { value: stage, description: FLOW_STAGE_LABELS[stage] }])),
});

const FlowStep = builder.objectRef<Step>('FlowStep').implement({
  description: 'A stay of a flow in a stage; a flow that came back has several in the same one.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'Which stage, as a key: `first_interaction`. One we do not know is as it was sent.' }),
    label: t.string({ description: 'The stage in words.', resolve: ({ stage }) => flowStageLabel(stage) }),
    timestamp: t.field({ type: 'DateTime', description: 'When the stay began.', resolve: ({ timestamp }) => new Date(timestamp) }),
    duration: t.exposeFloat('duration', { nullable: true, description: 'How many milliseconds it took; null while it lasts.' }),
  }),
});

const FlowInteraction = builder.objectRef<Interaction>('FlowInteraction').implement({
  description: 'Something that happened in a flow.',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`call`, `email`, `note`, `stage_change` and whatever else clients send.' }),
    description: t.exposeString('description', { description: 'What happened, as plain text.' }),
    timestamp: t.field({ type: 'DateTime', description: 'When.', resolve: ({ timestamp }) => new Date(timestamp) }),
  }),
});

export const InteractionFlow = builder.objectRef<Flow>('InteractionFlow').implement({
  description: 'A customer’s way with us, stage by stage.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    flowType: t.expose('flowType', { type: FlowType, description: 'Which way it is, and so which stages it has.' }),
    currentStage: t.exposeString('currentStage', { description: 'The stage it is in, as a key; may be one we do not know.' }),
    currentStageLabel: t.string({
      description: 'The stage it is in, in words.',
      resolve: ({ currentStage }) => flowStageLabel(currentStage),
    }),
    currentStageStartedAt: t.field({ type: 'DateTime', description: 'When it came into this stage.', resolve: stageStartedAt }),
    progress: t.float({
      description: 'How far along it is, 0 to 100; 0 in a stage we do not know.',
      resolve: ({ flowType, currentStage }) => progress(flowType, currentStage),
    }),
    usualStageDuration: t.float({
      nullable: true,
      description:
        'Milliseconds within which nine in ten flows of this type left the stage it is in; null while fewer than ten have left it. Read at most once a minute.',
      resolve: (flow, _args, { services }) => services.flows.usualStay(flow),
    }),
    stuck: t.boolean({
      nullable: true,
      description: 'Whether it has been in its stage longer than nine in ten were. Null while too few are known, and once it is complete.',
      resolve: (flow, _args, { services }) => services.flows.isStuck(flow),
    }),
    stages: t.field({
      type: [FlowStep],
      description: 'Its stays in stages, in their order; at most 100.',
      resolve: ({ stages }) => stages,
    }),
    interactions: t.field({
      type: [FlowInteraction],
      description: 'What happened in it, newest first.',
      args: { first: t.arg.int({ defaultValue: 20, description: 'How many, at most 1,000.' }) },
      complexity: ({ first }) => ({ field: 1, multiplier: Math.min(first ?? 20, FLOW_LIMITS.interactions) }),
      resolve: (flow, { first }) => newestInteractions(flow, Math.max(0, first ?? 20)),
    }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'What else the client that made it wanted kept.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When its first stage began.' }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it reached its last stage; null before, and again when it moves back.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Whose it is; null when that is not known.',
      resolve: ({ customerId }, _args, { loaders: load }) => load.customer(customerId),
    }),
  }),
});

const InteractionFlowConnection = connectionOf('InteractionFlow', InteractionFlow);

const FlowTypeCount = builder.objectRef<Summary['types'][number]>('FlowTypeCount').implement({
  description: 'How many flows of a type there are.',
  fields: (t) => ({
    flowType: t.expose('flowType', { type: FlowType, description: 'Which type.' }),
    label: t.string({ description: 'The type in words.', resolve: ({ flowType }) => FLOW_TYPE_LABELS[flowType] }),
    count: t.exposeInt('count', { description: 'How many.' }),
  }),
});

const InteractionFlowSummary = builder.objectRef<Summary>('InteractionFlowSummary').implement({
  description: 'How many flows there are.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    types: t.field({ type: [FlowTypeCount], description: 'By type; those without any too.', resolve: ({ types }) => [...types] }),
    customers: t.exposeInt('customers', { description: 'How many different customers have one.' }),
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Where to start listening, so that nothing after this answer is missed.',
      resolve: (_summary, _args, { eventCursor: heard }) => heard,
    }),
  }),
});

const only = { type: FlowType, description: 'Only of this type.' } as const;

builder.objectField(Customer, 'interactionFlows', (t) =>
  t.field({
    type: InteractionFlowConnection,
    description: 'This customer’s flows, newest first.',
    args: { ...t.arg.connectionArgs(), flowType: t.arg(only), ...listArgs('interactionFlow') },
    complexity: perRow,
    resolve: async ({ id }, { flowType, where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.customerFlows(viewer, id, { where, orderBy, filter: equal({ flowType }) }, page)),
  }),
);

builder.queryFields((t) => ({
  interactionFlow: t.field({
    type: InteractionFlow,
    nullable: true,
    description: 'One flow; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The flow’s id.' }) },
    resolve: (_root, { id }, { loaders: load }) => load.flow(id),
  }),
  interactionFlows: t.field({
    type: InteractionFlowConnection,
    description: 'Flows, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      customerId: t.arg.id({ description: 'Only of this customer.' }),
      flowType: t.arg(only),
      ...listArgs('interactionFlow'),
    },
    complexity: perRow,
    resolve: (_root, { customerId, flowType, where, orderBy, ...page }, { services, viewer }) =>
      resolveList(
        { where, orderBy },
        () => services.flows.list({ customerId, flowType }, page),
        (question) => services.analyst.interactionFlows.page(viewer, { ...question, filter: equal({ customerId, flowType }) }, page),
      ),
  }),
  interactionFlowSummary: t.field({
    type: InteractionFlowSummary,
    description: 'How many flows there are, by type, and how many customers have one.',
    resolve: (_root, _args, { services }) => services.flows.summary(),
  }),
}));
