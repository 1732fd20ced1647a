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
import type { Owners } from '#contract/owners.ts';
import { narrowed } from '#domain/access/narrowed.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import type { FlowSummary as Summary } from '#domain/flow/queries.ts';
import { type Flow, newestInteractions } from '#domain/flow/stored-flow.ts';
import { equal, equalIfFilled } from '#domain/query/shortcuts.ts';
import { NOBODY } from '#domain/viewer.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Owners as OwnersEnum, ownersArg } from '../owners.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';

export const FlowType = builder.enumType('FlowType', {
  description: 'Type of a customer flow.',
  values: Object.fromEntries(FLOW_TYPES.map((type) => [type, { value: type, description: FLOW_TYPE_LABELS[type] }])),
});

export const FlowStage = builder.enumType('FlowStage', {
  description: 'A stage of a flow type. A flow can only move to stages of its own type.',
  values: Object.fromEntries(ALL_FLOW_STAGES.map((stage) => [stage, { value: stage, description: FLOW_STAGE_LABELS[stage] }])),
});

const FlowStep = builder.objectRef<Step>('FlowStep').implement({
  description: 'A stay in a stage. A flow that returned to a stage has several stays in it.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'Key of the stage, such as `first_interaction`; may be unknown to this server.' }),
    label: t.string({ description: 'Display name of the stage.', resolve: ({ stage }) => flowStageLabel(stage) }),
    timestamp: t.field({ type: 'DateTime', description: 'When the stay began, UTC.', resolve: ({ timestamp }) => new Date(timestamp) }),
    duration: t.exposeFloat('duration', { nullable: true, description: 'Length in milliseconds; null while it lasts.' }),
  }),
});

const FlowInteraction = builder.objectRef<Interaction>('FlowInteraction').implement({
  description: 'An interaction in a flow.',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`call`, `email`, `note`, `stage_change` or another word.' }),
    description: t.exposeString('description', { description: 'What happened, as plain text.' }),
    timestamp: t.field({ type: 'DateTime', description: 'When it happened, UTC.', resolve: ({ timestamp }) => new Date(timestamp) }),
  }),
});

export const InteractionFlow = builder.objectRef<Flow>('InteractionFlow').implement({
  description: 'A customer’s journey through stages.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.interactionFlow, { enums: { FlowType } }),
    currentStageLabel: t.string({
      description: 'Display name of the current stage.',
      resolve: ({ currentStage }) => flowStageLabel(currentStage),
    }),
    currentStageStartedAt: t.field({ type: 'DateTime', description: 'When it entered its current stage, UTC.', resolve: stageStartedAt }),
    progress: t.float({
      description: 'Position of the current stage among all stages, 0 to 100; 0 in an unknown stage.',
      resolve: ({ flowType, currentStage }) => progress(flowType, currentStage),
    }),
    usualStageDuration: t.float({
      nullable: true,
      description:
        'Milliseconds within which 90% of the flows of this type that you may read left the current stage; null while fewer than ten have left it. Up to a minute old.',
      resolve: (flow, _args, { services, viewer }) => services.flows.usualStay(viewer ?? NOBODY, flow),
    }),
    stuck: t.boolean({
      nullable: true,
      description: 'Whether it has been in its stage longer than `usualStageDuration`. Null when that is null, or once complete.',
      resolve: (flow, _args, { services, viewer }) => services.flows.isStuck(viewer ?? NOBODY, flow),
    }),
    stages: t.field({
      type: [FlowStep],
      description: 'Stays in stages, oldest first, at most 100.',
      resolve: ({ stages }) => stages,
    }),
    interactions: t.field({
      type: [FlowInteraction],
      description: 'Interactions, newest first.',
      args: { first: t.arg.int({ defaultValue: 20, description: 'Number of interactions, at most 1,000.' }) },
      complexity: ({ first }) => ({ field: 1, multiplier: Math.min(first ?? 20, FLOW_LIMITS.interactions) }),
      resolve: (flow, { first }) => newestInteractions(flow, Math.max(0, first ?? 20)),
    }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'JSON of the client that created it.' }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'The person whose flow it is; null for nobody’s.',
      resolve: ({ ownerId }, _args, { loaders }) => loaders.user(ownerId),
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer; null when unknown.',
      resolve: ({ customerId }, _args, { loaders }) => loaders.customer(customerId),
    }),
  }),
});

const InteractionFlowConnection = connectionOf('InteractionFlow', InteractionFlow);

const FlowTypeCount = builder.objectRef<Summary['types'][number]>('FlowTypeCount').implement({
  description: 'Number of flows of a type.',
  fields: (t) => ({
    flowType: t.expose('flowType', { type: FlowType, description: 'The type.' }),
    label: t.string({ description: 'Display name of the type.', resolve: ({ flowType }) => FLOW_TYPE_LABELS[flowType] }),
    count: t.exposeInt('count', { description: 'Number of flows.' }),
  }),
});

const InteractionFlowSummary = builder.objectRef<Summary & { readonly owners: Owners }>('InteractionFlowSummary').implement({
  description: 'Number of flows by type.',
  fields: (t) => ({
    owners: t.expose('owners', { type: OwnersEnum, description: 'Whose flows are counted.' }),
    total: t.exposeInt('total', { description: 'All flows.' }),
    types: t.field({ type: [FlowTypeCount], description: 'By type, including types without flows.', resolve: ({ types }) => [...types] }),
    customers: t.exposeInt('customers', { description: 'Customers with at least one flow.' }),
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Subscribe from this cursor to miss no change after this response.',
      resolve: (_summary, _args, { eventCursor }) => eventCursor,
    }),
  }),
});

const only = { type: FlowType, description: 'Only this type.' } as const;

builder.objectField(Customer, 'interactionFlows', (t) =>
  t.field({
    type: InteractionFlowConnection,
    description: 'This customer’s flows, newest first.',
    args: { ...t.arg.connectionArgs(), flowType: t.arg(only), ...listArgs('interactionFlow') },
    complexity: perRow,
    resolve: async ({ id }, { flowType, where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.customerFlows(viewer, id, { where, orderBy, filter: equal({ flowType }) }, page)),
  }),
);

builder.queryFields((t) => ({
  interactionFlow: t.field({
    type: InteractionFlow,
    nullable: true,
    description: 'One flow; null when there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the flow.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.flow(id),
  }),
  interactionFlows: t.field({
    type: InteractionFlowConnection,
    description: 'Flows, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      customerId: t.arg.id({ description: 'Only this customer’s flows.' }),
      flowType: t.arg(only),
      ...ownersArg(),
      ...listArgs('interactionFlow'),
    },
    complexity: perRow,
    resolve: async (_root, { customerId, flowType, owners, where, orderBy, ...page }, { services, viewer }) => {
      const filter = equalIfFilled({ customerId, flowType });
      return asConnection(
        await services.analyst.interactionFlows.page(
          narrowed(viewer ?? NOBODY, owners, ['interactionFlow']),
          { where, orderBy, filter },
          page,
        ),
      );
    },
  }),
  interactionFlowSummary: t.field({
    type: InteractionFlowSummary,
    description: 'Numbers of flows by type, and of customers who have one.',
    args: ownersArg(),
    resolve: async (_root, { owners }, { services, viewer }) => ({
      ...(await services.flows.summary(narrowed(viewer ?? NOBODY, owners, ['interactionFlow']))),
      owners: owners ?? 'EVERYONE',
    }),
  }),
}));
