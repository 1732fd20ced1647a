import { equal } from '#domain/query/shortcuts.ts';
import { needOf, previewOf, readAnalysis, readMetadata } from '#domain/transcription/analysis.ts';
import type { Transcription as TranscriptionRow } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { asConnection, connectionOf, LONG_TEXT, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { listArgs, resolveList } from '../query/list-args.ts';
import { texts } from '../scalars.ts';
import { ConversationMetrics, DialogueTurn, KeyMoment, NextStep } from './conversation.ts';

export const Priority = builder.enumType('Priority', {
  description: 'Priority of a call or insight.',
  values: { low: { description: 'Low.' }, medium: { description: 'Normal.' }, high: { description: 'Urgent.' } },
});

/** How many turns are sent at most; a call of nine hours has fewer. */
const TURNS = 10_000;

export const Transcription = builder.objectRef<TranscriptionRow>('Transcription').implement({
  description: 'A recorded call: its transcript and analysis.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title.' }),
    content: t.exposeString('content', { complexity: LONG_TEXT, description: 'The transcript, one line per turn.' }),
    preview: t.string({ description: 'The first 320 characters of the transcript.', resolve: ({ content }) => previewOf(content) }),
    summary: t.exposeString('summary', { nullable: true, description: 'Two or three sentences by the analysis; null when not analysed.' }),
    duration: t.exposeInt('duration', { nullable: true, description: 'Length in seconds; null when unknown.' }),
    type: t.exposeString('type', { description: '`sales` or `support`; imported calls may have other values.' }),
    sentiment: t.exposeString('sentiment', {
      nullable: true,
      description: '`positive`, `neutral` or `negative`; imported calls may have other values. Null when not analysed.',
    }),
    tags: t.stringList({ description: 'Tags, lower case.', resolve: ({ tags }) => texts(tags) }),
    callValue: t.expose('callValue', {
      type: 'Decimal',
      nullable: true,
      description: 'Value of the deal in US dollars; null when no amount was mentioned.',
    }),
    priority: t.expose('priority', { type: Priority, description: 'Priority of the call.' }),
    callerPhone: t.exposeString('callerPhone', {
      nullable: true,
      description: 'The caller’s phone number as received; null when unknown.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the call took place, UTC.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When a person or an analysis last changed it, UTC.' }),
    source: t.string({
      nullable: true,
      description: 'Origin: `manual`, `callrail` or `live_call`; null when unknown.',
      resolve: ({ metadata }) => readMetadata(metadata).source,
    }),
    engine: t.string({
      nullable: true,
      description: 'What analysed it: `offline`, or the name of the model; null when not analysed.',
      resolve: ({ analysis }) => readAnalysis(analysis).engine,
    }),
    analyzedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last analysed, UTC; null when not analysed.',
      resolve: ({ analysis }) => readAnalysis(analysis).analyzedAt,
    }),
    keyMoments: t.field({
      type: [KeyMoment],
      description: 'Key moments, in the order of the call.',
      resolve: ({ analysis }) => readAnalysis(analysis).keyMoments,
    }),
    nextSteps: t.field({
      type: [NextStep],
      description: 'Next steps that were promised or requested.',
      resolve: ({ analysis }) => readAnalysis(analysis).nextSteps,
    }),
    need: t.string({
      description: 'What the customer wants, quoted where possible, else the summary. Used as the request when generating a reply.',
      resolve: (call) => needOf(call),
    }),
    turns: t.field({
      type: [DialogueTurn],
      complexity: { field: LONG_TEXT, multiplier: LONG_TEXT },
      description: `The dialogue by speaker, at most ${TURNS.toLocaleString('en-US')} turns.`,
      resolve: async (call, _args, { services }) => (await services.transcriptions.dialogue(call)).slice(0, TURNS),
    }),
    rolesGuessed: t.boolean({
      complexity: LONG_TEXT,
      description: 'Whether rep and customer were told apart by how they talk; `swapTranscriptionRoles` corrects them.',
      resolve: (call, _args, { services }) => services.transcriptions.rolesGuessed(call),
    }),
    metrics: t.field({
      type: ConversationMetrics,
      // It reads the whole text.
      complexity: LONG_TEXT,
      description: 'Metrics counted in the transcript.',
      resolve: (call, _args, { services }) => services.transcriptions.metrics(call),
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
    rep: t.field({
      type: User,
      nullable: true,
      description: 'The rep; null when unknown. Always known for live calls.',
      resolve: ({ repId }, _args, { loaders }) => loaders.user(repId),
    }),
  }),
});

export const TranscriptionConnection = connectionOf('Transcription', Transcription);

const TranscriptionFilter = builder.inputType('TranscriptionFilter', {
  description: 'Common filters; `where` has all others. Omitted fields match everything.',
  fields: (t) => ({
    type: t.string({ description: '`sales`, `support`, or another value of an import.' }),
    priority: t.field({ type: Priority, description: 'Only this priority.' }),
    sentiment: t.string({ description: '`positive`, `neutral`, `negative`, or another value of an import.' }),
    customerId: t.id({ description: 'Only calls of this customer.' }),
    leadId: t.id({ description: 'Only calls about this lead.' }),
  }),
});

builder.queryFields((t) => ({
  transcription: t.field({
    type: Transcription,
    nullable: true,
    description: 'One call; null when there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the call.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.transcription(id),
  }),
  transcriptions: t.field({
    type: TranscriptionConnection,
    description: 'Recorded calls, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      search: t.arg.string({
        description:
          'Words in the title, summary, tags or transcript. Supports `"a phrase"`, `-without` and `this or that`; the last word may be incomplete.',
      }),
      filter: t.arg({ type: TranscriptionFilter, description: 'Common filters.' }),
      ...listArgs('transcription'),
    },
    complexity: perRow,
    resolve: (_root, { search, filter, where, orderBy, ...page }, { services, viewer }) =>
      resolveList(
        { where, orderBy },
        () => services.transcriptions.list(search, filter ?? {}, page),
        (question) =>
          services.analyst.transcriptions.page(viewer, { ...question, filter: { ...equal(filter ?? {}), matches: search } }, page),
      ),
  }),
}));

builder.objectField(Customer, 'transcriptions', (t) =>
  t.field({
    type: TranscriptionConnection,
    description: 'This customer’s recorded calls, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('transcription') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.customerTranscriptions(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'transcriptions', (t) =>
  t.field({
    type: TranscriptionConnection,
    description: 'The recorded calls about this lead, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('transcription') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.leadTranscriptions(viewer, id, { where, orderBy }, page)),
  }),
);

const TranscriptionChange = changeSubscription({
  noun: 'Transcription',
  subscription: 'transcriptionsChanged',
  kinds: { 'transcription.added': 'created', 'transcription.updated': 'updated', 'transcription.analyzed': 'updated' },
});

builder.objectField(TranscriptionChange, 'transcription', (t) =>
  t.field({
    type: Transcription,
    nullable: true,
    description: 'The call as it is now.',
    resolve: ({ subjectId }, _args, { loaders }) => loaders.transcription(subjectId),
  }),
);
