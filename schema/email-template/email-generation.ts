import { variablesIn } from '#contract/email-template.ts';
import type { ProposedTemplate as ProposedTemplateRow } from '#domain/email-template/from-reply.ts';
import type { GeneratedEmail as GeneratedEmailRow, PersonalizedEmail as PersonalizedEmailRow } from '#domain/email-template/service.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import { NOBODY } from '#domain/viewer.ts';
import { builder } from '../builder.ts';
import { Customer } from '../customer.ts';
import { EmailTemplate, EmailTone, EmailType } from './email-template.ts';

const GeneratedEmail = builder.objectRef<GeneratedEmailRow>('GeneratedEmail').implement({
  description: 'A template written by the assistant. It is not stored; save it with `createEmailTemplate`.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject line, with variables.' }),
    body: t.exposeString('body', { description: 'Plain text with variables; paragraphs separated by line breaks.' }),
    variables: t.stringList({ description: 'The variables in it, each once.', resolve: ({ variables }) => [...variables] }),
    engine: t.exposeString('engine', { description: 'What wrote it: `offline`, or the name of the model.' }),
    fallbackReason: t.exposeString('fallbackReason', {
      nullable: true,
      description: 'Why the offline assistant wrote it in place of the model, as a sentence; null where nothing failed.',
    }),
  }),
});

const ProposedTemplate = builder.objectRef<ProposedTemplateRow>('ProposedTemplate').implement({
  description: 'A template made from a reply. It is not stored; save it with `createEmailTemplate`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'A short name from the customer’s request.' }),
    type: t.expose('type', { type: EmailType, description: '`support` for a support reply, otherwise `follow_up`.' }),
    subject: t.exposeString('subject', { description: 'A subject line, with variables.' }),
    body: t.exposeString('body', { description: 'The reply with personal details replaced by variables.' }),
    variables: t.stringList({
      description: 'The variables in it, each once.',
      resolve: ({ subject, body }) => variablesIn(subject, body),
    }),
  }),
});

const PersonalizedEmail = builder.objectRef<PersonalizedEmailRow>('PersonalizedEmail').implement({
  description: 'A template filled in for a customer.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject line, filled in.' }),
    body: t.exposeString('body', { description: 'Plain text, filled in. Unknown variables stay as they are.' }),
    template: t.field({ type: EmailTemplate, description: 'The template, with this use counted.', resolve: ({ template }) => template }),
    customer: t.field({ type: Customer, description: 'The customer it is for.', resolve: ({ customer }) => customer }),
  }),
});

const GenerateEmailInput = builder.inputType('GenerateEmailInput', {
  description: 'What to write.',
  fields: (t) => ({
    type: t.field({ type: EmailType, defaultValue: 'welcome', description: 'Type of the email.' }),
    tone: t.field({ type: EmailTone, defaultValue: 'professional', description: 'Tone of the email. Default: professional.' }),
    purpose: t.string({ description: 'Purpose of the email; at most 500 characters.' }),
    context: t.string({ description: 'Background; at most 2,000 characters.' }),
  }),
});

builder.queryField('templateFromReply', (t) =>
  t.field({
    type: ProposedTemplate,
    errors: { types: [Invalid, NotFound] },
    description: 'Turn a reply into a template: the customer’s details and the company’s name become variables. Nothing is stored.',
    args: {
      replyId: t.arg.id({ required: true, description: 'Id of the reply.' }),
      text: t.arg.string({ required: true, description: 'Its current text, edited or not; at most 20,000 characters.' }),
    },
    resolve: (_root, { replyId, text }, { services, viewer }) => services.emailTemplates.fromReply(viewer ?? NOBODY, replyId, text),
  }),
);

builder.mutationFields((t) => ({
  generateEmail: t.withAuth({ signedIn: true }).field({
    type: GeneratedEmail,
    errors: { types: [Invalid, AssistantUnavailable] },
    description: 'Write a template with the assistant, using matching training items. Nothing is stored.',
    complexity: PRICES.assistant,
    args: { input: t.arg({ type: GenerateEmailInput, required: true, description: 'What to write.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.emailTemplates.generate(viewer, input),
  }),
  personalizeEmail: t.withAuth({ signedIn: true }).field({
    type: PersonalizedEmail,
    errors: { types: [NotFound] },
    description: 'Fill in a template for a customer and count it as used.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the template.' }),
      customerId: t.arg.id({ required: true, description: 'The customer it is for.' }),
    },
    resolve: (_root, { id, customerId }, { services, viewer }) => services.emailTemplates.personalize(viewer, id, customerId),
  }),
}));
