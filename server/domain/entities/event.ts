import { Prisma } from '#prisma/generated/client.ts';
import type { PublishedEvent } from '../activity/service.ts';
import { PERSONAL_EVENT_TYPES } from '../event-data.ts';
import { id, nullable, openEnum, sequence, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

const { credentialId: _credential, address: _address, ...FIELDS } = Prisma.EventScalarFieldEnum;

export const event: EntitySchema<PublishedEvent> = {
  name: 'event',
  type: 'Event',
  plural: 'events',
  table: 'events',
  fields: fieldsOf(FIELDS),
  columns: {
    // Null only until the sequencer has numbered the event, and such rows are hidden.
    cursor: sequence('Position in the event log. Use it as `after` to resume.', { columnName: 'seq' }),
    kind: openEnum('What happened, such as `lead.moved`.'),
    subjectType: openEnum('What it happened to: `lead`, `customer`, `ai_response` or `user`.'),
    subjectId: id('The id of what it happened to.'),
    actorId: nullable(id('The id of the person who did it; null for the system.')),
    customerId: nullable(id('The id of the customer whose timeline it belongs to.')),
    at: timestamp('When it happened, UTC.'),
  },
  excluded: {
    id: 'the order of insertion, which is internal',
    data: 'JSON whose shape depends on the kind',
    ownerId: 'decides who may see the event',
    credentialId: 'shown in the audit alone',
    address: 'shown in the audit alone',
  },
  toOne: {
    actor: { entity: 'user', from: 'actorId', to: 'id', description: 'The person who did it.' },
    customer: { entity: 'customer', from: 'customerId', to: 'id', description: 'The customer whose timeline it belongs to.' },
  },
  rowVisibility: [
    { rule: 'notNull', column: 'seq' },
    { rule: 'eventScopes', column: 'owner_id' },
    { rule: 'personalValues', column: 'kind', values: PERSONAL_EVENT_TYPES, ownerColumn: 'actor_id' },
  ],
  primaryKey: 'cursor',
};
