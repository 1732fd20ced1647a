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
  description: 'How urgent it is.',
  values: { low: { description: 'It can wait.' }, medium: { description: 'As usual.' }, high: { description: 'First.' } },
});

/** How many turns are sent at most; a call of nine hours has fewer. */
const TURNS = 10_000;

export const Transcription = builder.objectRef<TranscriptionRow>('Transcription').implement({
  description: 'A recorded call, as text, with what it was about.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    title: t.exposeString('title', { nullable: true, description: 'What it was about.' }),
    content: t.exposeString('content', { complexity: LONG_TEXT, description: 'Everything that was said, a line a turn.' }),
    preview: t.string({ description: 'The beginning of what was said, for lists.', resolve: ({ content }) => previewOf(content) }),
    summary: t.exposeString('summary', { nullable: true, description: 'In two or three sentences.' }),
    duration: t.exposeInt('duration', { nullable: true, description: 'Seconds.' }),
    type: t.exposeString('type', { description: '`sales` or `support`; imports may bring others.' }),
    sentiment: t.exposeString('sentiment', {
      nullable: true,
      description: '`positive`, `neutral` or `negative`; imports may bring others.',
    }),
    tags: t.stringList({ description: 'What it touches.', resolve: ({ tags }) => texts(tags) }),
    callValue: t.expose('callValue', { type: 'Decimal', nullable: true, description: 'What it may be worth, US dollars.' }),
    priority: t.expose('priority', { type: Priority, description: 'How urgent it is.' }),
    callerPhone: t.exposeString('callerPhone', { nullable: true, description: 'The other party’s number, as it came.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the call was.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When this record last changed, by a person or an analysis.' }),
    source: t.string({
      nullable: true,
      description: 'Where it came from: `manual`, `callrail` or `live_call`.',
      resolve: ({ metadata }) => readMetadata(metadata).source,
    }),
    engine: t.string({
      nullable: true,
      description: 'Who analysed it: `offline`, or the name of the model; null when nobody has.',
      resolve: ({ analysis }) => readAnalysis(analysis).engine,
    }),
    analyzedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was analysed last.',
      resolve: ({ analysis }) => readAnalysis(analysis).analyzedAt,
    }),
    keyMoments: t.field({
      type: [KeyMoment],
      description: 'The moments worth going back to, in the order of the call.',
      resolve: ({ analysis }) => readAnalysis(analysis).keyMoments,
    }),
    nextSteps: t.field({
      type: [NextStep],
      description: 'What was promised or asked for.',
      resolve: ({ analysis }) => readAnalysis(analysis).nextSteps,
    }),
    need: t.string({
      description: 'What the customer wants, in their own words where those were heard: what a reply to them is asked for with.',
      resolve: (call) => needOf(call),
    }),
    turns: t.field({
      type: [DialogueTurn],
      complexity: { field: LONG_TEXT, multiplier: LONG_TEXT },
      description: `The dialogue by speaker; of a longer one the first ${TURNS.toLocaleString('en-US')} turns.`,
      resolve: async (call, _args, { services }) => (await services.transcriptions.dialogue(call)).slice(0, TURNS),
    }),
    metrics: t.field({
      type: ConversationMetrics,
      // It reads the whole text.
      complexity: LONG_TEXT,
      description: 'What was counted in it.',
      resolve: (call, _args, { services }) => services.transcriptions.metrics(call),
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Who called, where that is known.',
      resolve: ({ customerId }, _args, { loaders: load }) => load.customer(customerId),
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead it is about, where that is known.',
      resolve: ({ leadId }, _args, { loaders: load }) => load.lead(leadId),
    }),
    rep: t.field({
      type: User,
      nullable: true,
      description: 'Who of us held it, where that is known: of calls that were told live it always is.',
      resolve: ({ repId }, _args, { loaders: load }) => load.user(repId),
    }),
  }),
});

export const TranscriptionConnection = connectionOf('Transcription', Transcription);

const TranscriptionFilter = builder.inputType('TranscriptionFilter', {
  description: 'Which calls, for the commonest questions; `where` asks any. What is left out does not matter.',
  fields: (t) => ({
    type: t.string({ description: '`sales`, `support`, or another word an import brought.' }),
    priority: t.field({ type: Priority, description: 'Only those of this urgency.' }),
    sentiment: t.string({ description: '`positive`, `neutral`, `negative`, or another word an import brought.' }),
    customerId: t.id({ description: 'Only calls of this customer.' }),
    leadId: t.id({ description: 'Only calls about this lead.' }),
  }),
});

builder.queryFields((t) => ({
  transcription: t.field({
    type: Transcription,
    nullable: true,
    description: 'One call; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The call’s id.' }) },
    resolve: (_root, { id }, { loaders: load }) => load.transcription(id),
  }),
  transcriptions: t.field({
    type: TranscriptionConnection,
    description: 'Recorded calls, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      search: t.arg.string({
        description:
          'Words in the title, summary, tags or what was said. `"a phrase"`, `-without`, `this or that`; the last word may be unfinished.',
      }),
      filter: t.arg({ type: TranscriptionFilter, description: 'Which calls, in short.' }),
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
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.customerTranscriptions(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'transcriptions', (t) =>
  t.field({
    type: TranscriptionConnection,
    description: 'The recorded calls about this lead, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('transcription') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.leadTranscriptions(viewer, id, { where, orderBy }, page)),
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
    resolve: ({ subjectId }, _args, { loaders: load }) => load.transcription(subjectId),
  }),
);
