import { LEAD_SOURCES, LEAD_STAGES } from '#contract/lead.ts';
import { type Lead, Prisma } from '#prisma/generated/client.ts';
import { choice, id, key, longText, moment, money, optional, text } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const lead: EntitySchema<Lead> = {
  name: 'lead',
  type: 'Lead',
  plural: 'leads',
  table: 'leads',
  fields: fieldsOf(Prisma.LeadScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    customerId: optional(id('The id of the customer it belongs to.')),
    name: text('Who.'),
    email: optional(text('Email address.')),
    phone: optional(text('Phone number as it was typed.')),
    company: optional(text('Where they work.')),
    stage: choice('LeadStage', LEAD_STAGES, 'The column it stands in.'),
    stageChangedAt: moment('When it came into this column.'),
    value: optional(money('What it may be worth, US dollars.')),
    source: choice('LeadSource', LEAD_SOURCES, 'Where it came from.'),
    notes: optional(longText('What should be remembered.')),
    lastContactAt: optional(moment('When we were last in touch.')),
    createdAt: moment('When it came in.'),
    updatedAt: moment('When the record last changed.'),
  },
  excluded: {},
  one: { customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'The customer it belongs to.' } },
  many: {
    transcriptions: { noun: 'transcription', by: 'leadId', about: 'Its recorded calls.' },
    responses: { noun: 'aiResponse', by: 'leadId', about: 'What the assistant answered about it.' },
    liveCalls: { noun: 'liveCall', by: 'leadId', about: 'Calls about it that run or ran live.' },
  },
  visible: [],
  key: 'id',
};
