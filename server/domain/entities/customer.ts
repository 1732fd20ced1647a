import { type Customer, Prisma } from '#prisma/generated/client.ts';
import { id, longText, nullable, primaryKey, text, timestamp } from './column-types.ts';
import { type EntityEvents, type EntitySchema, fieldsOf } from './entity-schema.ts';
import { COMPANY, EMAIL, NAME, OWNER_HEADINGS, PHONE } from './person-columns.ts';

export const customer: EntitySchema<Customer> & EntityEvents<'updated'> = {
  name: 'customer',
  type: 'Customer',
  plural: 'customers',
  table: 'customers',
  fields: fieldsOf(Prisma.CustomerScalarFieldEnum),
  columns: {
    id: primaryKey('The customer’s id, the same in REST and exports.'),
    name: text('First and last name, or a company.', NAME),
    email: nullable(text('Email address.', EMAIL)),
    phone: nullable(text('Phone number as it was typed.', PHONE)),
    company: nullable(text('The company they work for.', COMPANY)),
    shopifyCustomerId: nullable(
      text('Their id in the online store; unique.', {
        label: 'Shopify Customer ID',
        writable: ['create', 'update'],
        import: ['shopifycustomerid', 'shopifyid', 'customerid'],
      }),
    ),
    ownerId: nullable(
      id('The id of the person whose customer it is; null for nobody’s.', {
        label: 'Owner',
        writable: ['create', 'update'],
        import: OWNER_HEADINGS,
      }),
    ),
    assignmentRuleId: nullable(id('The id of the assignment rule that gave the customer to its owner; null where none did.')),
    assignmentReason: nullable(longText('Why the customer has its owner, in a sentence; null where a person chose.')),
    createdAt: timestamp('When the customer was added, UTC.'),
    updatedAt: timestamp('When the record last changed, UTC.'),
  },
  excluded: {},
  toOne: {
    owner: { entity: 'user', from: 'ownerId', to: 'id', description: 'The person whose customer it is.' },
  },
  rowVisibility: [],
  access: { noun: 'customer', owner: 'owner_id' },
  events: ['updated'],
  search: {
    method: 'customer',
    description: 'Words that all occur in the name, email, company or phone, in any order; a phone number in any format.',
  },
  primaryKey: 'id',
};
