import { FLOW_TYPES } from '#contract/flow.ts';
import { type InteractionFlow, Prisma } from '#prisma/generated/client.ts';
import { enumOf, id, nullable, openEnum, primaryKey, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const interactionFlow: EntitySchema<InteractionFlow> = {
  name: 'interactionFlow',
  type: 'InteractionFlow',
  plural: 'flows',
  table: 'customer_interaction_flows',
  fields: fieldsOf(Prisma.InteractionFlowScalarFieldEnum),
  columns: {
    id: primaryKey('The flow’s id, the same in REST and exports.'),
    customerId: nullable(id('The id of the customer in the flow.')),
    flowType: enumOf('FlowType', FLOW_TYPES, 'Type of the flow; determines its stages.'),
    currentStage: openEnum('Key of the current stage; may be one Callboard does not define.'),
    ownerId: nullable(id('The id of the person whose flow it is; null for nobody’s.')),
    startedAt: timestamp('When the first stage began, UTC.'),
    completedAt: nullable(timestamp('When the last stage was reached, UTC; null before that, and after the flow moved back.')),
    updatedAt: timestamp('When the flow last changed, UTC.'),
  },
  excluded: { stages: 'a JSON list', interactions: 'a JSON list', metadata: 'JSON of the client that created it' },
  toOne: {
    owner: { entity: 'user', from: 'ownerId', to: 'id', description: 'The person whose flow it is.' },
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer in the flow.',
      inverse: { name: 'interactionFlows', description: 'The customer’s flows.' },
    },
  },
  rowVisibility: [],
  access: { noun: 'interactionFlow', owner: 'owner_id' },
  primaryKey: 'id',
  oldCursorName: 'flows',
};
