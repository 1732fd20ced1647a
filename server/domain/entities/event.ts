import { Prisma } from '#prisma/generated/client.ts';
import type { ToldEvent } from '../activity/service.ts';
import { PERSONAL_EVENT_TYPES } from '../domain-events.ts';
import { id, moment, openText, optional, sequence } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const event: EntitySchema<ToldEvent> = {
  name: 'event',
  type: 'Event',
  plural: 'events',
  table: 'events',
  fields: fieldsOf(Prisma.EventScalarFieldEnum),
  columns: {
    // Empty only for the moment before it is told, and such rows are not seen.
    cursor: sequence('Its place in the order of events.', { column: 'seq' }),
    kind: openText('What happened, in the past tense: `lead.moved`.'),
    subjectType: openText('What it happened to: `lead`, `customer`, `ai_response`, `user`.'),
    subjectId: id('The id of what it happened to.'),
    actorId: optional(id('The id of who did it; empty for the system.')),
    customerId: optional(id('The id of the customer whose story it belongs to.')),
    at: moment('When.'),
  },
  excluded: { id: 'the order of insertion, which nobody is told', data: 'JSON of the kind' },
  one: {
    actor: { noun: 'user', from: 'actorId', to: 'id', description: 'Who did it.' },
    customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'The customer whose story it belongs to.' },
  },
  many: {},
  visible: [
    { rule: 'filled', column: 'seq' },
    { rule: 'ownOf', column: 'kind', words: PERSONAL_EVENT_TYPES, owner: 'actor_id' },
  ],
  key: 'cursor',
};
