import { EMAIL_TONE_LABELS, EMAIL_TONES, EMAIL_TYPE_LABELS, EMAIL_TYPES } from '#contract/email-template.ts';
import { EmailTemplateEditConflict } from '#domain/editable-row.ts';
import type { EmailTypeCount as EmailTypeCountRow } from '#domain/email-template/service.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Invalid, NotFound } from '#domain/failures.ts';
import { rowById } from '#domain/query/nested-lists.ts';
import { equal } from '#domain/query/shortcuts.ts';
import type { EmailTemplate as EmailTemplateRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from '../edit-conflict.ts';
import { Failure } from '../failures.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';
import { texts } from '../scalars.ts';

export const EmailType = builder.enumType('EmailType', {
  description: 'Type of an email.',
  values: Object.fromEntries(EMAIL_TYPES.map((type) => [type, { value: type, description: EMAIL_TYPE_LABELS[type] }])),
});

export const EmailTone = builder.enumType('EmailTone', {
  description: 'Tone of an email.',
  values: Object.fromEntries(EMAIL_TONES.map((tone) => [tone, { value: tone, description: EMAIL_TONE_LABELS[tone] }])),
});

const findTemplate = rowById(ENTITIES.emailTemplate);

export const EmailTemplate = builder.objectRef<EmailTemplateRow>('EmailTemplate').implement({
  description: 'A reusable email. Variables in double braces, such as `{{first_name}}`, are filled in for each customer.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.emailTemplate, { enums: { EmailType } }),
    variables: t.stringList({
      description: 'Variables in subject and body, each once, in order, including unknown ones.',
      resolve: ({ variables }) => texts(variables),
    }),
  }),
});

builder.objectType(EmailTemplateEditConflict, {
  name: 'EmailTemplateEditConflict',
  description: 'The template changed after you loaded it. Nothing was saved.',
  interfaces: [Failure, EditConflict],
  fields: (t) => ({ current: t.expose('current', { type: EmailTemplate, description: 'The template as it is now.' }) }),
});

const EmailTemplateConnection = connectionOf('EmailTemplate', EmailTemplate);

const EmailTypeCount = builder.objectRef<EmailTypeCountRow>('EmailTypeCount').implement({
  description: 'Number of templates of a type.',
  fields: (t) => ({
    type: t.expose('type', { type: EmailType, description: 'The type.' }),
    count: t.exposeInt('count', { description: 'Number of templates.' }),
  }),
});

const EmailTemplateInput = builder.inputType('EmailTemplateInput', {
  description: 'A new template. Its variables are found in subject and body.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'One line of at most 200 characters; not blank.' }),
    type: t.field({ type: EmailType, defaultValue: 'welcome', description: 'Type of the email.' }),
    subject: t.string({ required: true, description: 'One line of at most 200 characters; not blank.' }),
    body: t.string({ required: true, description: 'Plain text of at most 20,000 characters; not blank.' }),
  }),
});

const EmailTemplateChangesInput = builder.inputType('EmailTemplateChangesInput', {
  description: 'Fields to change. Omitted fields stay; none may become blank.',
  fields: (t) => ({
    name: t.string({ description: 'One line of at most 200 characters.' }),
    type: t.field({ type: EmailType, description: 'Type of the email.' }),
    subject: t.string({ description: 'One line of at most 200 characters.' }),
    body: t.string({ description: 'Plain text of at most 20,000 characters.' }),
  }),
});

builder.queryFields((t) => ({
  emailTemplate: t.field({
    type: EmailTemplate,
    nullable: true,
    description: 'One template; null when there is none with this id or it was deleted.',
    args: { id: t.arg.id({ required: true, description: 'Id of the template.' }) },
    resolve: (_root, { id }, context) => findTemplate(id, context),
  }),
  emailTemplates: t.field({
    type: EmailTemplateConnection,
    description: 'Templates, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      type: t.arg({ type: EmailType, description: 'Only this type. Omitted: all.' }),
      ...listArgs('emailTemplate'),
    },
    complexity: perRow,
    resolve: async (_root, { type, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.emailTemplates.page(viewer, { where, orderBy, filter: equal({ type }) }, page)),
  }),
  emailTemplateCounts: t.field({
    type: [EmailTypeCount],
    description: 'Number of templates by type, in the order of the types.',
    resolve: async (_root, _args, { services }) => [...(await services.emailTemplates.counts())],
  }),
}));

const id = { required: true, description: 'Id of the template.' } as const;

builder.mutationFields((t) => ({
  createEmailTemplate: t.withAuth({ signedIn: true }).field({
    type: EmailTemplate,
    errors: { types: [Invalid] },
    description: 'Add a template.',
    args: { input: t.arg({ type: EmailTemplateInput, required: true, description: 'The new template.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.emailTemplates.create(viewer, input),
  }),
  updateEmailTemplate: t.withAuth({ signedIn: true }).field({
    type: EmailTemplate,
    errors: { types: [Invalid, NotFound, EmailTemplateEditConflict] },
    description: 'Change a template.',
    args: {
      id: t.arg.id(id),
      input: t.arg({ type: EmailTemplateChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, args, { services, viewer }) =>
      services.emailTemplates.update(viewer, args.id, args.input, unlessChangedSince(args.ifUpdatedAt)),
  }),
  deleteEmailTemplate: t.withAuth({ signedIn: true }).field({
    type: EmailTemplate,
    errors: { types: [NotFound] },
    description: 'Delete a template and return it. Repeating changes nothing; `restoreEmailTemplate` undoes it.',
    args: { id: t.arg.id(id) },
    resolve: (_root, args, { services, viewer }) => services.emailTemplates.delete(viewer, args.id),
  }),
  restoreEmailTemplate: t.withAuth({ signedIn: true }).field({
    type: EmailTemplate,
    errors: { types: [NotFound] },
    description: 'Restore a deleted template. One that is not deleted stays as it is.',
    args: { id: t.arg.id(id) },
    resolve: (_root, args, { services, viewer }) => services.emailTemplates.restore(viewer, args.id),
  }),
}));

const EmailTemplateChange = changeSubscription({
  noun: 'EmailTemplate',
  subscription: 'emailTemplatesChanged',
  kinds: {
    'email_template.created': 'created',
    'email_template.updated': 'updated',
    'email_template.deleted': 'deleted',
    'email_template.restored': 'created',
    'email.personalized': 'updated',
  },
});

builder.objectFields(EmailTemplateChange, (t) => ({
  emailTemplate: t.field({
    type: EmailTemplate,
    nullable: true,
    description: 'The template as it is now; null when it was deleted.',
    resolve: ({ subjectId }, _args, context) => findTemplate(subjectId, context),
  }),
  counts: t.field({
    type: [EmailTypeCount],
    description: 'Number of templates by type now.',
    resolve: async (_change, _args, { services }) => [...(await services.emailTemplates.counts())],
  }),
}));
