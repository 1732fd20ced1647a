import { FLOW_TYPES } from '#contract/flow.ts';
import { type InteractionFlow, Prisma } from '#prisma/generated/client.ts';
import { choice, id, key, moment, openText, optional } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const interactionFlow: EntitySchema<InteractionFlow> = {
  name: 'interactionFlow',
  type: 'InteractionFlow',
  plural: 'flows',
  table: 'customer_interaction_flows',
  fields: fieldsOf(Prisma.InteractionFlowScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    customerId: optional(id('The id of the customer whose it is.')),
    flowType: choice('FlowType', FLOW_TYPES, 'Which way it is.'),
    currentStage: openText('The stage it is in, as a key; may be one we do not know.'),
    startedAt: moment('When its first stage began.'),
    completedAt: optional(moment('When it reached its last stage.')),
    updatedAt: moment('When it last changed.'),
  },
  excluded: { stages: 'a JSON list', interactions: 'a JSON list', metadata: 'JSON of the client that made it' },
  one: { customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'Whose it is.' } },
  many: {},
  visible: [],
  key: 'id',
};
