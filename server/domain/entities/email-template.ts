import { EMAIL_TYPES } from '#contract/email-template.ts';
import { type EmailTemplate, Prisma } from '#prisma/generated/client.ts';
import { choice, flag, key, longText, moment, text, whole } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const emailTemplate: EntitySchema<EmailTemplate> = {
  name: 'emailTemplate',
  type: 'EmailTemplate',
  plural: 'email templates',
  table: 'email_templates',
  fields: fieldsOf(Prisma.EmailTemplateScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    name: text('What colleagues call it.'),
    subject: text('The subject line, with variables.'),
    body: longText('Plain text with variables.'),
    type: choice('EmailType', EMAIL_TYPES, 'What it is for.'),
    isActive: flag('Whether it is in use.'),
    usageCount: whole('How often it was personalised for a customer and copied.'),
    createdAt: moment('When it was made.'),
    updatedAt: moment('When its text, name or type last changed.'),
  },
  excluded: { variables: 'a JSON list, made of subject and body', deletedAt: 'those taken away are never seen' },
  one: {},
  many: {},
  visible: [{ rule: 'present', column: 'deleted_at' }],
  key: 'id',
};
