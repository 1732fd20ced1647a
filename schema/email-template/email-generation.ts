import { variablesIn } from '#contract/email-template.ts';
import type { ProposedTemplate as ProposedTemplateRow } from '#domain/email-template/from-reply.ts';
import type { GeneratedEmail as GeneratedEmailRow, PersonalizedEmail as PersonalizedEmailRow } from '#domain/email-template/service.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import { builder } from '../builder.ts';
import { Customer } from '../customer.ts';
import { EmailTemplate, EmailTone, EmailType } from './email-template.ts';

const GeneratedEmail = builder.objectRef<GeneratedEmailRow>('GeneratedEmail').implement({
  description: 'A template the assistant wrote. It is stored nowhere; `createEmailTemplate` keeps it.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject line, with variables.' }),
    body: t.exposeString('body', { description: 'Plain text with variables; paragraphs separated by line breaks.' }),
    variables: t.stringList({ description: 'The variables in it, each once.', resolve: ({ variables }) => [...variables] }),
    engine: t.exposeString('engine', { description: 'Who wrote it: `offline`, or the name of the model.' }),
  }),
});

const ProposedTemplate = builder.objectRef<ProposedTemplateRow>('ProposedTemplate').implement({
  description: 'A template made of a reply, to be looked over. It is stored nowhere; `createEmailTemplate` keeps it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What was asked, in a few words.' }),
    type: t.expose('type', { type: EmailType, description: 'Support for an answer of tech support, otherwise a follow-up.' }),
    subject: t.exposeString('subject', { description: 'A subject line, with variables.' }),
    body: t.exposeString('body', { description: 'The reply’s text with variables in the place of personal details.' }),
    variables: t.stringList({
      description: 'The variables in it, each once.',
      resolve: ({ subject, body }) => variablesIn(subject, body),
    }),
  }),
});

const PersonalizedEmail = builder.objectRef<PersonalizedEmailRow>('PersonalizedEmail').implement({
  description: 'A template made out to a customer.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject line, filled in.' }),
    body: t.exposeString('body', { description: 'Plain text, filled in. Variables that nobody knows stand as they were.' }),
    template: t.field({ type: EmailTemplate, description: 'The template, this use counted.', resolve: ({ template }) => template }),
    customer: t.field({ type: Customer, description: 'Whom it is for.', resolve: ({ customer }) => customer }),
  }),
});

const GenerateEmailInput = builder.inputType('GenerateEmailInput', {
  description: 'What a template to be written is like.',
  fields: (t) => ({
    type: t.field({ type: EmailType, defaultValue: 'welcome', description: 'What it is for.' }),
    tone: t.field({ type: EmailTone, defaultValue: 'professional', description: 'How it sounds.' }),
    purpose: t.string({ description: 'What it should achieve; at most 500 characters.' }),
    context: t.string({ description: 'What the writer should know besides; at most 2,000 characters.' }),
  }),
});

builder.queryField('templateFromReply', (t) =>
  t.field({
    type: ProposedTemplate,
    errors: { types: [Invalid, NotFound] },
    description: 'A reply as a template: the customer’s details and our company’s name become variables. Stores nothing.',
    args: {
      replyId: t.arg.id({ required: true, description: 'The reply’s id.' }),
      text: t.arg.string({ required: true, description: 'Its text as it stands now, edited or not; at most 20,000 characters.' }),
    },
    resolve: (_root, { replyId, text }, { services }) => services.emailTemplates.fromReply(replyId, text),
  }),
);

builder.mutationFields((t) => ({
  generateEmail: t.withAuth({ signedIn: true }).field({
    type: GeneratedEmail,
    errors: { types: [Invalid, AssistantUnavailable] },
    description: 'Have the assistant write a template from the training items that match. Stores nothing.',
    complexity: PRICES.assistant,
    args: { input: t.arg({ type: GenerateEmailInput, required: true, description: 'What it is like.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.emailTemplates.generate(viewer, input),
  }),
  personalizeEmail: t.withAuth({ signedIn: true }).field({
    type: PersonalizedEmail,
    errors: { types: [NotFound] },
    description: 'Make a template out to a customer, and count it as used: for when it is taken to be sent.',
    args: {
      id: t.arg.id({ required: true, description: 'The template’s id.' }),
      customerId: t.arg.id({ required: true, description: 'Whom it is for.' }),
    },
    resolve: (_root, { id, customerId }, { services, viewer }) => services.emailTemplates.personalize(viewer, id, customerId),
  }),
}));
