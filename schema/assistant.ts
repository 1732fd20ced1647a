import { RESPONSE_TYPES } from '#contract/call.ts';
import { DISCARD_NOTE_LENGTH, type ReplyDiscardReason as DiscardReason } from '#contract/discard-reasons.ts';
import type { ReplyStep } from '#domain/assistant/service.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import { rowById } from '#domain/query/nested-lists.ts';
import type { AiResponse as AiResponseRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';
import { Lead } from './lead.ts';
import { columnFields } from './query/entity-fields.ts';
import { listArgs } from './query/list-args.ts';
import { texts } from './scalars.ts';
import { TrainingItem } from './training.ts';

export const ResponseType = builder.enumType('ResponseType', {
  description: 'Role the reply is written in.',
  values: Object.fromEntries(
    RESPONSE_TYPES.map((type) => [type, { value: type, description: type === 'sales' ? 'As a salesperson.' : 'As tech support.' }]),
  ),
});

export const ReplyDiscardReason = builder.enumType('ReplyDiscardReason', {
  description: 'Why a reply was not sent.',
  values: {
    wrong_answer: { description: 'It says something wrong.' },
    wrong_customer: { description: 'It is about another customer or their order.' },
    tone: { description: 'It does not sound right.' },
    missing_information: { description: 'It leaves out what the customer asked for.' },
    outdated: { description: 'It was right once.' },
    other: { description: 'Another reason.' },
  } satisfies Record<DiscardReason, { description: string }>,
});

export const findReply = rowById(ENTITIES.aiResponse);

export const AiResponse = builder.objectRef<AiResponseRow>('AiResponse').implement({
  description: 'A reply to a customer’s message, written by the assistant.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.aiResponse, { enums: { ResponseType, ReplyDiscardReason }, except: ['promptTokens', 'completionTokens'] }),
    keyPoints: t.stringList({ description: 'Notes for the sender, at most six.', resolve: ({ keyPoints }) => texts(keyPoints) }),
    citations: t.field({
      type: [TrainingItem],
      description: 'Training items it cites, most important first.',
      resolve: async ({ id }, _args, { loaders }) => [...(await loaders.citations(id))],
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer; null when unknown.',
      resolve: ({ customerId }, _args, { loaders }) => loaders.customer(customerId),
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead it is about; null when unknown.',
      resolve: ({ leadId }, _args, { loaders }) => loaders.lead(leadId),
    }),
  }),
});

export const AiResponseConnection = connectionOf('AiResponse', AiResponse);

const GenerateReplyInput = builder.inputType('GenerateReplyInput', {
  description: 'The message to answer.',
  fields: (t) => ({
    customerRequest: t.string({ required: true, description: 'The message, at most 20,000 characters; not blank.' }),
    responseType: t.field({ type: ResponseType, defaultValue: 'sales', description: 'Role the reply is written in.' }),
    customerId: t.id({ description: 'The customer who wrote it.' }),
    leadId: t.id({ description: 'The lead it is about.' }),
  }),
});

const DiscardReplyInput = builder.inputType('DiscardReplyInput', {
  description: 'Why a reply is discarded.',
  fields: (t) => ({
    reason: t.field({ type: ReplyDiscardReason, required: true, description: 'The main reason.' }),
    note: t.string({ description: `More about it, at most ${DISCARD_NOTE_LENGTH} characters.` }),
  }),
});

const ReplyDraft = builder.objectRef<{ readonly text: string }>('ReplyDraft').implement({
  description: 'A reply while it is being written.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'text' in value,
  fields: (t) => ({ text: t.exposeString('text', { description: 'The text so far.' }) }),
});

const FAILURES = [Invalid, NotFound, AssistantUnavailable];

const ReplyWriting = builder.errorUnion('ReplyWriting', {
  description: 'Drafts, then the stored reply or a failure.',
  types: [ReplyDraft, AiResponse, ...FAILURES],
  resolveType: (value: ReplyStep | Error) => {
    if (value instanceof Error) return value.name;
    return 'text' in value ? 'ReplyDraft' : 'AiResponse';
  },
});

builder.queryField('aiResponses', (t) =>
  t.field({
    type: AiResponseConnection,
    description: 'Replies of the assistant, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('aiResponse') },
    complexity: perRow,
    resolve: async (_root, { where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.aiResponses.page(viewer, { where, orderBy }, page)),
  }),
);

builder.queryField('aiResponse', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    nullable: true,
    description: 'One reply; null when there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, context) => findReply(id, context),
  }),
);

builder.objectField(Customer, 'responses', (t) =>
  t.field({
    type: AiResponseConnection,
    description: 'Replies to this customer, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('aiResponse') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.customerResponses(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'responses', (t) =>
  t.field({
    type: AiResponseConnection,
    description: 'Replies about this lead, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('aiResponse') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.leadResponses(viewer, id, { where, orderBy }, page)),
  }),
);

builder.mutationFields((t) => ({
  generateReply: t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    errors: { types: FAILURES },
    description: 'Write a reply to a customer’s message from matching training items, and store it.',
    complexity: PRICES.assistant,
    args: { input: t.arg({ type: GenerateReplyInput, required: true, description: 'The message.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.replies.generate(viewer, input),
  }),
  markReplyUsed: t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    errors: { types: [Invalid, NotFound] },
    description: 'Mark a reply as used, and store what was sent. Repeating changes nothing but the text sent, where it is another.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the reply.' }),
      sentText: t.arg.string({ description: 'The text as it was sent, at most 20,000 characters. Leave out when unknown.' }),
    },
    resolve: (_root, { id, sentText }, { services, viewer }) => services.replies.markUsed(viewer, id, { sentText }),
  }),
  discardReply: t.withAuth({ signedIn: true }).field({
    type: AiResponse,
    errors: { types: [Invalid, NotFound] },
    description: 'Say that a reply is not good enough to send, and why. Repeating replaces the reason and the note.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the reply.' }),
      input: t.arg({ type: DiscardReplyInput, required: true, description: 'Why it is discarded.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.replies.discard(viewer, id, input),
  }),
}));

builder.subscriptionField('replyWriting', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ReplyWriting,
    description:
      'Write a reply and stream it: drafts, then the stored reply or a failure. Unsubscribing cancels the work. An API token needs the scope `write`.',
    complexity: PRICES.assistant,
    // It stores the reply and calls the model, so a read-only token may not use it.
    extensions: { changes: true },
    args: { input: t.arg({ type: GenerateReplyInput, required: true, description: 'The message.' }) },
    subscribe: (_root, { input }, { services, viewer, abortSignal }) => services.replies.write(viewer, input, abortSignal),
    resolve: (step) => step,
  }),
);
