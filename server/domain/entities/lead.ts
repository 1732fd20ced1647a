import { LEAD_SOURCES, LEAD_STAGES } from '#contract/lead.ts';
import { LOST_NOTE_LENGTH, LOST_REASONS } from '#contract/lost-reasons.ts';
import { type Lead, Prisma } from '#prisma/generated/client.ts';
import { enumOf, id, longText, money, nullable, primaryKey, text, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';
import { COMPANY, EMAIL, NAME, OWNER_HEADINGS, PHONE } from './person-columns.ts';

export const lead: EntitySchema<Lead> = {
  name: 'lead',
  type: 'Lead',
  plural: 'leads',
  table: 'leads',
  fields: fieldsOf(Prisma.LeadScalarFieldEnum),
  columns: {
    id: primaryKey('The lead’s id, the same in REST and exports.'),
    customerId: nullable(id('The id of the customer the lead belongs to.', { writable: ['create', 'update'] })),
    name: text('The person’s name.', NAME),
    email: nullable(text('Email address.', EMAIL)),
    phone: nullable(text('Phone number as it was typed.', PHONE)),
    company: nullable(text('The company they work for.', COMPANY)),
    stage: enumOf('LeadStage', LEAD_STAGES, 'The stage of the pipeline.', {
      default: 'leads',
      import: ['stage', 'status', 'leadstage', 'pipelinestage'],
    }),
    stageChangedAt: timestamp('When the lead entered its current stage, UTC.'),
    value: nullable(
      money('The estimated deal value, US dollars.', {
        writable: ['create', 'update'],
        import: ['value', 'amount', 'dealvalue', 'dealsize', 'worth'],
      }),
    ),
    source: enumOf('LeadSource', LEAD_SOURCES, 'Where the lead came from.', {
      default: 'website',
      writable: ['create', 'update'],
      import: ['source', 'leadsource', 'origin', 'channel'],
    }),
    notes: nullable(
      longText('Free-form notes.', { writable: ['update'], import: ['notes', 'note', 'comment', 'comments', 'description'] }),
    ),
    lastContactAt: nullable(timestamp('When someone was last in touch with the lead, UTC.')),
    nextStepDueBy: nullable(
      timestamp('From when on its next step is overdue, UTC: `dueBy` of the task; null where it has no open next step, or is lost.'),
    ),
    lostAt: nullable(timestamp('When it was closed as lost, UTC; null where it is not lost.')),
    lostReason: nullable(enumOf('LeadLostReason', LOST_REASONS, 'Why it was lost; null where it is not lost.')),
    lostCompetitor: nullable(text('The competitor it was lost to; null where nobody named one, or it is not lost.')),
    lostNote: nullable(longText(`More about why it was lost, at most ${LOST_NOTE_LENGTH} characters; null for nothing.`)),
    ownerId: nullable(
      id('The id of the person whose lead it is; null for nobody’s.', {
        label: 'Owner',
        writable: ['create', 'update'],
        import: OWNER_HEADINGS,
      }),
    ),
    assignmentRuleId: nullable(id('The id of the assignment rule that gave the lead to its owner; null where none did.')),
    assignmentReason: nullable(longText('Why the lead has its owner, in a sentence; null where a person chose.')),
    createdAt: timestamp('When the lead was added, UTC.'),
    updatedAt: timestamp('When the record last changed, UTC.'),
  },
  excluded: {},
  toOne: {
    owner: { entity: 'user', from: 'ownerId', to: 'id', description: 'The person whose lead it is.' },
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer the lead belongs to.',
      inverse: { name: 'leads', description: 'The customer’s leads.' },
    },
  },
  rowVisibility: [],
  access: { noun: 'lead', owner: 'owner_id' },
  primaryKey: 'id',
};
