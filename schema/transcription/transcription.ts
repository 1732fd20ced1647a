import { narrowed } from '#domain/access/narrowed.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { needOf, previewOf, readAnalysis, readMetadata } from '#domain/transcription/analysis.ts';
import { transcriptionFilter } from '#domain/transcription/service.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { Transcription as TranscriptionRow } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { asConnection, connectionOf, LONG_TEXT, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { ownersArg } from '../owners.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';
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
    ...columnFields(t, ENTITIES.transcription, { enums: { Priority }, complexity: { content: LONG_TEXT } }),
    preview: t.string({ description: 'The first 320 characters of the transcript.', resolve: ({ content }) => previewOf(content) }),
    tags: t.stringList({ description: 'Tags, lower case.', resolve: ({ tags }) => texts(tags) }),
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
    fallbackReason: t.string({
      nullable: true,
      description: 'Why the offline assistant analysed it in place of the model, as a sentence; null where nothing failed.',
      resolve: ({ analysis }) => readAnalysis(analysis).fallbackReason,
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
      ...ownersArg(),
      ...listArgs('transcription'),
    },
    complexity: perRow,
    resolve: async (_root, { search, filter, owners, where, orderBy, ...page }, { services, viewer }) => {
      const query = { where, orderBy, filter: transcriptionFilter(search, filter ?? {}) };
      return asConnection(await services.analyst.transcriptions.page(narrowed(viewer ?? NOBODY, owners, ['transcription']), query, page));
    },
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
