import { RESPONSE_TYPES } from '#contract/call.ts';
import type { Writing } from '#domain/assistant/reply-stream.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import type { AiResponse as AiResponseRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';
import { Lead } from './lead.ts';
import { listArgs, resolveList } from './query/list-args.ts';
import { texts } from './scalars.ts';
import { TrainingItem } from './training.ts';

export const ResponseType = builder.enumType('ResponseType', {
  description: 'In whose voice the assistant answers.',
  values: Object.fromEntries(
    RESPONSE_TYPES.map((type) => [type, { value: type, description: type === 'sales' ? 'As sales would.' : 'As tech support would.' }]),
  ),
});

export const AiResponse = builder.objectRef<AiResponseRow>('AiResponse').implement({
  description: 'What the assistant answered to a customer’s message.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    customerRequest: t.exposeString('customerRequest', { description: 'The customer’s message.' }),
    response: t.exposeString('generatedResponse', { description: 'The answer: plain text, paragraphs separated by line breaks.' }),
    responseType: t.expose('responseType', { type: ResponseType, description: 'In whose voice: a salesperson’s or support’s.' }),
    confidence: t.exposeFloat('confidence', { description: 'How sure the assistant is, from 0 to 1.' }),
    keyPoints: t.stringList({ description: 'The points that matter, at most six.', resolve: ({ keyPoints }) => texts(keyPoints) }),
    engine: t.exposeString('engine', { description: 'Who wrote it: `offline`, or the name of the model.' }),
    used: t.exposeBoolean('used', { description: 'Whether someone copied it to send it.' }),
    usedAt: t.expose('usedAt', { type: 'DateTime', nullable: true, description: 'When it was copied.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    citations: t.field({
      type: [TrainingItem],
      description: 'The training items it stands on, the most important first.',
      resolve: async ({ id }, _args, { loaders: load }) => [...(await load.citations(id))],
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Whom it answers, where that is known.',
      resolve: ({ customerId }, _args, { loaders: load }) => load.customer(customerId),
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead it is about, where that is known.',
      resolve: ({ leadId }, _args, { loaders: load }) => load.lead(leadId),
    }),
  }),
});

export const AiResponseConnection = connectionOf('AiResponse', AiResponse);

const GenerateReplyInput = builder.inputType('GenerateReplyInput', {
  description: 'A customer’s message to answer.',
  fields: (t) => ({
    customerRequest: t.string({ required: true, description: 'The message, at most 20,000 characters; not blank.' }),
    responseType: t.field({ type: ResponseType, defaultValue: 'sales', description: 'In whose voice: a salesperson’s or support’s.' }),
    customerId: t.id({ description: 'Who wrote it.' }),
    leadId: t.id({ description: 'The lead it is about.' }),
  }),
});

const ReplyDraft = builder.objectRef<{ readonly text: string }>('ReplyDraft').implement({
  description: 'A reply while it is being written.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'text' in value,
  fields: (t) => ({ text: t.exposeString('text', { description: 'The text so far.' }) }),
});

const FAILURES = [Invalid, NotFound, AssistantUnavailable];

const ReplyWriting = builder.errorUnion('ReplyWriting', {
  description: 'A reply on its way: drafts, then the stored answer or a failure.',
  types: [ReplyDraft, AiResponse, ...FAILURES],
  resolveType: (value: Writing | Error) => {
    if (value instanceof Error) return value.name;
    return 'text' in value ? 'ReplyDraft' : 'AiResponse';
  },
});

builder.queryField('aiResponses', (t) =>
  t.field({
    type: AiResponseConnection,
    description: 'What the assistant has answered, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('aiResponse') },
    complexity: perRow,
    resolve: (_root, { where, orderBy, ...page }, { services, viewer }) =>
      resolveList(
        { where, orderBy },
        () => services.replies.list(page),
        (question) => services.analyst.aiResponses.page(viewer, question, page),
      ),
  }),
);

builder.queryField('aiResponse', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    nullable: true,
    description: 'One answer of the assistant; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.aiResponses.one(viewer, id),
  }),
);

builder.objectField(Customer, 'responses', (t) =>
  t.field({
    type: AiResponseConnection,
    description: 'What the assistant answered this customer, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('aiResponse') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.customerResponses(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'responses', (t) =>
  t.field({
    type: AiResponseConnection,
    description: 'What the assistant answered about this lead, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('aiResponse') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.leadResponses(viewer, id, { where, orderBy }, page)),
  }),
);

builder.mutationFields((t) => ({
  generateReply: t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    errors: { types: FAILURES },
    description: 'Answer a customer’s message from the training items that match it, and store the answer.',
    complexity: PRICES.assistant,
    args: { input: t.arg({ type: GenerateReplyInput, required: true, description: 'The message.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.replies.generate(viewer, input),
  }),
  markReplyUsed: t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    errors: { types: [NotFound] },
    description: 'Someone took the answer to send it. Saying so twice changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The answer’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.replies.markUsed(viewer, id),
  }),
}));

builder.subscriptionField('replyWriting', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ReplyWriting,
    description:
      'Answer a customer’s message and hear the answer grow: drafts first, then the stored answer or a failure. Leaving stops the work. An API token needs the scope `write`.',
    complexity: PRICES.assistant,
    // It stores the answer and asks the model: not for tokens that may only read.
    extensions: { changes: true },
    args: { input: t.arg({ type: GenerateReplyInput, required: true, description: 'The message.' }) },
    subscribe: (_root, { input }, { services, viewer, abortSignal: left }) => services.replies.write(viewer, input, left),
    resolve: (step) => step,
  }),
);
