import { EMAIL_TYPES } from '#contract/email-template.ts';
import { type EmailTemplate, Prisma } from '#prisma/generated/client.ts';
import { boolean, enumOf, int, longText, primaryKey, text, timestamp } from './column-types.ts';
import { type EntityEvents, type EntitySchema, fieldsOf } from './entity-schema.ts';

export const emailTemplate: EntitySchema<EmailTemplate> & EntityEvents<'updated'> = {
  name: 'emailTemplate',
  type: 'EmailTemplate',
  plural: 'email templates',
  table: 'email_templates',
  fields: fieldsOf(Prisma.EmailTemplateScalarFieldEnum),
  columns: {
    id: primaryKey('The template’s id, the same in REST and exports.'),
    name: text('The template’s name.'),
    subject: text('The subject line, with variables.'),
    body: longText('Plain text with variables, such as `{{first_name}}`.'),
    type: enumOf('EmailType', EMAIL_TYPES, 'Type of the email.'),
    isActive: boolean('Whether it is in use.'),
    usageCount: int('How often it was personalized for a customer and copied.'),
    createdAt: timestamp('When it was created, UTC.'),
    updatedAt: timestamp('When its text, name or type last changed, UTC.'),
  },
  excluded: { variables: 'a JSON list, read from the subject and body', deletedAt: 'deleted rows are hidden' },
  toOne: {},
  rowVisibility: [{ rule: 'notDeleted', column: 'deleted_at' }],
  access: { noun: 'emailTemplate', owner: null },
  events: ['updated'],
  primaryKey: 'id',
  oldCursorName: 'email templates',
};
