import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { Flow } from '#domain/flow/stored-flow.ts';
import { builder } from '../builder.ts';
import { subscribeToChanges } from '../changes.ts';
import { FlowStage, FlowType, InteractionFlow } from './flow.ts';

const FlowStepInput = builder.inputType('FlowStepInput', {
  description: 'A stay in a stage that has been.',
  fields: (t) => ({
    stage: t.string({ required: true, description: 'Which stage, as a key.' }),
    timestamp: t.field({ type: 'DateTime', required: true, description: 'When it began.' }),
    duration: t.float({ description: 'How many milliseconds it took; null while it lasts.' }),
  }),
});

const FlowInteractionInput = builder.inputType('FlowInteractionInput', {
  description: 'Something that has happened.',
  fields: (t) => ({
    type: t.string({ required: true, description: '`call`, `email`, `note` or a word of your own.' }),
    description: t.string({ required: true, description: 'What happened, as plain text.' }),
    timestamp: t.field({ type: 'DateTime', required: true, description: 'When.' }),
  }),
});

const CreateFlowInput = builder.inputType('CreateFlowInput', {
  description: 'A new flow.',
  fields: (t) => ({
    customerId: t.id({ description: 'Whose it is.' }),
    flowType: t.field({ type: FlowType, required: true, description: 'Which way it is.' }),
    currentStage: t.string({ required: true, description: 'The stage it is in, as a key. One we do not know is kept, with progress 0.' }),
    stages: t.field({ type: [FlowStepInput], description: 'Its stays so far, at most 100. Left out: it comes into its stage now.' }),
    interactions: t.field({ type: [FlowInteractionInput], description: 'What has happened in it, at most 1,000.' }),
    metadata: t.field({ type: 'JSON', description: 'An object of your own, at most 20,000 characters of JSON.' }),
  }),
});

const AddFlowInteractionInput = builder.inputType('AddFlowInteractionInput', {
  description: 'Something that happened just now.',
  fields: (t) => ({
    type: t.string({ required: true, description: '`call`, `email`, `note` or a word of your own.' }),
    description: t.string({ required: true, description: 'What happened, as plain text; at most 5,000 characters.' }),
  }),
});

const SampleFlows = builder.objectRef<readonly Flow[]>('SampleFlows').implement({
  description: 'The sample flows that were made.',
  fields: (t) => ({
    flows: t.field({ type: [InteractionFlow], description: 'A sale, a support case and an onboarding.', resolve: (flows) => [...flows] }),
  }),
});

builder.mutationFields((t) => ({
  createFlow: t.withAuth({ signedIn: true }).field({
    type: InteractionFlow,
    errors: { types: [Invalid, NotFound] },
    description: 'Make a flow.',
    args: { input: t.arg({ type: CreateFlowInput, required: true, description: 'The new flow.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.flows.create(viewer, input),
  }),
  advanceFlow: t.withAuth({ signedIn: true }).field({
    type: InteractionFlow,
    errors: { types: [Invalid, NotFound] },
    description: 'Put a flow in another stage of its type, forwards or backwards. Where it already is, nothing happens.',
    args: {
      id: t.arg.id({ required: true, description: 'The flow’s id.' }),
      stage: t.arg({ type: FlowStage, required: true, description: 'The stage it goes to.' }),
      note: t.arg.string({ description: 'Why; it is told with the flow’s interactions.' }),
    },
    resolve: (_root, { id, stage, note }, { services, viewer }) => services.flows.advance(viewer, id, stage, note),
  }),
  addFlowInteraction: t.withAuth({ signedIn: true }).field({
    type: InteractionFlow,
    errors: { types: [Invalid, NotFound] },
    description: 'Add something that happened in a flow.',
    args: {
      id: t.arg.id({ required: true, description: 'The flow’s id.' }),
      input: t.arg({ type: AddFlowInteractionInput, required: true, description: 'What happened.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.flows.addInteraction(viewer, id, input),
  }),
  createSampleFlows: t.withAuth({ signedIn: true }).field({
    type: SampleFlows,
    errors: { types: [Conflict] },
    description: 'Make three sample flows for customers there are. Fails where there is no customer.',
    resolve: (_root, _args, { services, viewer }) => services.flows.createSamples(viewer),
  }),
}));

const { RowChange, followed } = subscribeToChanges({
  noun: 'InteractionFlow',
  kinds: { 'flow.created': 'created', 'flow.advanced': 'updated', 'flow.interaction_added': 'updated' },
});

builder.objectField(RowChange, 'interactionFlow', (t) =>
  t.field({
    type: InteractionFlow,
    nullable: true,
    description: 'The flow as it is now.',
    resolve: ({ subjectId }, _args, { loaders: load }) => load.flow(subjectId),
  }),
);

builder.subscriptionField('interactionFlowChanged', (t) =>
  t.field({
    type: RowChange,
    description:
      'Every change of flows after the cursor, then live; of all flows, or of one customer’s, or of one type. Ends with an error of code RESYNC when too much was missed: then ask for the flows again.',
    args: {
      customerId: t.arg.id({ description: 'Only flows of this customer.' }),
      flowType: t.arg({ type: FlowType, description: 'Only flows of this type.' }),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }),
    },
    // The arguments say which events are told, never what is told of one.
    extensions: { shared: true },
    subscribe: (_root, { customerId, flowType, after }, { subscribeFrom: follow }) =>
      follow({
        after: after ?? null,
        kinds: followed,
        visible: (event) => (!customerId || event.customerId === customerId) && (!flowType || event.data.flowType === flowType),
      }),
    resolve: (event) => event,
  }),
);
