import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { Flow } from '#domain/flow/stored-flow.ts';
import { builder } from '../builder.ts';
import { subscribeToChanges } from '../changes.ts';
import { FlowStage, FlowType, InteractionFlow } from './flow.ts';

const FlowStepInput = builder.inputType('FlowStepInput', {
  description: 'A past or current stay in a stage.',
  fields: (t) => ({
    stage: t.string({ required: true, description: 'Key of the stage.' }),
    timestamp: t.field({ type: 'DateTime', required: true, description: 'When it began, UTC.' }),
    duration: t.float({ description: 'Length in milliseconds; null while it lasts.' }),
  }),
});

const FlowInteractionInput = builder.inputType('FlowInteractionInput', {
  description: 'A past interaction.',
  fields: (t) => ({
    type: t.string({ required: true, description: '`call`, `email`, `note` or another word.' }),
    description: t.string({ required: true, description: 'What happened, as plain text.' }),
    timestamp: t.field({ type: 'DateTime', required: true, description: 'When it happened, UTC.' }),
  }),
});

const CreateFlowInput = builder.inputType('CreateFlowInput', {
  description: 'A new flow.',
  fields: (t) => ({
    customerId: t.id({ description: 'The customer.' }),
    flowType: t.field({ type: FlowType, required: true, description: 'Type of the flow.' }),
    currentStage: t.string({ required: true, description: 'Key of the current stage. An unknown one is stored and has progress 0.' }),
    stages: t.field({ type: [FlowStepInput], description: 'Stays so far, at most 100. Omitted: it enters the current stage now.' }),
    interactions: t.field({ type: [FlowInteractionInput], description: 'Past interactions, at most 1,000.' }),
    metadata: t.field({ type: 'JSON', description: 'Any JSON object of at most 20,000 characters.' }),
  }),
});

const AddFlowInteractionInput = builder.inputType('AddFlowInteractionInput', {
  description: 'An interaction that happened now.',
  fields: (t) => ({
    type: t.string({ required: true, description: '`call`, `email`, `note` or another word.' }),
    description: t.string({ required: true, description: 'What happened, as plain text; at most 5,000 characters.' }),
  }),
});

const SampleFlows = builder.objectRef<readonly Flow[]>('SampleFlows').implement({
  description: 'The sample flows created.',
  fields: (t) => ({
    flows: t.field({
      type: [InteractionFlow],
      description: 'A sales pipeline, a support journey and an onboarding.',
      resolve: (flows) => [...flows],
    }),
  }),
});

builder.mutationFields((t) => ({
  createFlow: t.withAuth({ signedIn: true }).field({
    type: InteractionFlow,
    errors: { types: [Invalid, NotFound] },
    description: 'Create a flow.',
    args: { input: t.arg({ type: CreateFlowInput, required: true, description: 'The new flow.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.flows.create(viewer, input),
  }),
  advanceFlow: t.withAuth({ signedIn: true }).field({
    type: InteractionFlow,
    errors: { types: [Invalid, NotFound] },
    description: 'Move a flow to another stage of its type, forwards or backwards. Moving it to its current stage changes nothing.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the flow.' }),
      stage: t.arg({ type: FlowStage, required: true, description: 'The new stage.' }),
      note: t.arg.string({ description: 'Reason; appears among the interactions.' }),
    },
    resolve: (_root, { id, stage, note }, { services, viewer }) => services.flows.advance(viewer, id, stage, note),
  }),
  addFlowInteraction: t.withAuth({ signedIn: true }).field({
    type: InteractionFlow,
    errors: { types: [Invalid, NotFound] },
    description: 'Add an interaction to a flow.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the flow.' }),
      input: t.arg({ type: AddFlowInteractionInput, required: true, description: 'What happened.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.flows.addInteraction(viewer, id, input),
  }),
  createSampleFlows: t.withAuth({ signedIn: true }).field({
    type: SampleFlows,
    errors: { types: [Conflict] },
    description: 'Create three sample flows for existing customers. Fails when there is no customer.',
    resolve: (_root, _args, { services, viewer }) => services.flows.createSamples(viewer),
  }),
}));

const { RowChange, followed } = subscribeToChanges({
  noun: 'InteractionFlow',
  kinds: { 'flow.created': 'created', 'flow.advanced': 'updated', 'flow.interaction_added': 'updated', 'flow.handed_over': 'updated' },
});

builder.objectField(RowChange, 'interactionFlow', (t) =>
  t.field({
    type: InteractionFlow,
    nullable: true,
    description: 'The flow as it is now.',
    resolve: ({ subjectId }, _args, { loaders }) => loaders.flow(subjectId),
  }),
);

builder.subscriptionField('interactionFlowChanged', (t) =>
  t.field({
    type: RowChange,
    description:
      'Changes of flows after the cursor, then live; optionally of one customer or one type. Ends with an error of code RESYNC when the cursor is too old: refetch the flows, then resubscribe.',
    args: {
      customerId: t.arg.id({ description: 'Only flows of this customer.' }),
      flowType: t.arg({ type: FlowType, description: 'Only flows of this type.' }),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor received. Omitted: only new changes.' }),
    },
    // The arguments select events; they do not change what an event contains.
    extensions: { shared: true },
    subscribe: (_root, { customerId, flowType, after }, { subscribeFrom }) =>
      subscribeFrom({
        after: after ?? null,
        kinds: followed,
        visible: (event) => (!customerId || event.customerId === customerId) && (!flowType || event.data.flowType === flowType),
      }),
    resolve: (event) => event,
  }),
);
