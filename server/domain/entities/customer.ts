import { type Customer, Prisma } from '#prisma/generated/client.ts';
import { key, moment, optional, text } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const customer: EntitySchema<Customer> = {
  name: 'customer',
  type: 'Customer',
  plural: 'customers',
  table: 'customers',
  fields: fieldsOf(Prisma.CustomerScalarFieldEnum),
  columns: {
    id: key('Their id.'),
    name: text('First and last name, or a company.'),
    email: optional(text('Email address.')),
    phone: optional(text('Phone number as it was typed.')),
    company: optional(text('Where they work.')),
    shopifyCustomerId: optional(text('Their id in the online store.')),
    createdAt: moment('When we met them.'),
    updatedAt: moment('When the record last changed.'),
  },
  excluded: {},
  one: {},
  many: {
    leads: { noun: 'lead', by: 'customerId', about: 'Their leads.' },
    orders: { noun: 'order', by: 'customerId', about: 'Their orders.' },
    transcriptions: { noun: 'transcription', by: 'customerId', about: 'Their recorded calls.' },
    responses: { noun: 'aiResponse', by: 'customerId', about: 'What the assistant answered them.' },
    interactionFlows: { noun: 'interactionFlow', by: 'customerId', about: 'Their flows.' },
    liveCalls: { noun: 'liveCall', by: 'customerId', about: 'Their calls that run or ran live.' },
  },
  visible: [],
  search: {
    by: 'customer',
    about: 'Words that all occur in the name, email, company or phone, in any order; a phone number in any format.',
  },
  key: 'id',
};
