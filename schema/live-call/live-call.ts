import { LIVE_CALL_LIMITS, LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { type Gauges as GaugesRow, type LiveCall as LiveCallRow, timerStartOf } from '#domain/live-call/stored-call.ts';
import { equal } from '#domain/query/shortcuts.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, LONG_TEXT, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';
import { ConversationMetrics, DialogueTurn } from '../transcription/conversation.ts';
import { Transcription } from '../transcription/transcription.ts';
import { CoachingPrompt, CoachNote, ModelTip } from './coaching-prompt.ts';

const STATUS_WORDS = {
  active: 'In progress.',
  completed: 'The rep ended it.',
  abandoned: `Closed after ${LIVE_CALL_LIMITS.abandonedAfter} minutes without an update.`,
} as const;

export const LiveCallStatus = builder.enumType('LiveCallStatus', {
  description: 'State of a live call.',
  values: Object.fromEntries(LIVE_CALL_STATUSES.map((status) => [status, { value: status, description: STATUS_WORDS[status] }])),
});

const CallTelling = builder.enumType('CallTelling', {
  description: 'What the updates of a call contain.',
  values: { text: { description: 'The whole transcript so far.' }, segments: { description: 'Segments of speech.' } },
});

const Gauges = builder.objectRef<GaugesRow>('LiveCallMetrics').implement({
  description:
    'Metrics of a live call, counted with each update. Null when a metric cannot be counted, because the speakers or times are unknown.',
  fields: (t) => ({
    wordCount: t.exposeInt('wordCount', { description: 'Words spoken so far.' }),
    questionRatio: t.exposeFloat('questionRatio', {
      nullable: true,
      description: 'Questions ÷ sentences, 0 to 1; null without sentences.',
    }),
    sentimentScore: t.exposeFloat('sentimentScore', {
      nullable: true,
      description:
        '0 (negative) to 1 (positive), 0.5 is neutral. From the customer’s words, or all words when the customer is unknown; recent words weigh more.',
    }),
    engagementLevel: t.exposeFloat('engagementLevel', {
      nullable: true,
      description:
        '0 to 1: weighted from turn-taking (30%), the customer’s talk share (30%), their questions (20%) and reactions (20%). Null until both have spoken.',
    }),
    talkShare: t.exposeFloat('talkShare', { nullable: true, description: 'The rep’s part of the talking, 0 to 1, without silence.' }),
    talkShareBasis: t.exposeString('talkShareBasis', {
      nullable: true,
      description: 'What `talkShare` is a share of: `time` or `words`.',
    }),
    questions: t.exposeInt('questions', { nullable: true, description: 'Questions asked by the rep.' }),
    longestMonologue: t.exposeFloat('longestMonologue', {
      nullable: true,
      description: 'The rep’s longest monologue in milliseconds; null without times.',
    }),
    pace: t.exposeFloat('pace', { nullable: true, description: 'The rep’s words per minute of speaking; null without times.' }),
    fillersPerMinute: t.exposeFloat('fillersPerMinute', {
      nullable: true,
      description: 'The rep’s filler words per minute of speaking.',
    }),
    interruptions: t.exposeInt('interruptions', { nullable: true, description: 'How often the rep interrupted the customer.' }),
    longestSilence: t.exposeFloat('longestSilence', {
      nullable: true,
      description: 'The longest silence in milliseconds; null without times.',
    }),
  }),
});

/** Turns that are sent at once: about two hours of talking. */
export const TURNS = 2_000;

export const LiveCall = builder.objectRef<LiveCallRow>('LiveCall').implement({
  description: 'A call that is or was followed live.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.liveCall, { enums: { LiveCallStatus } }),
    told: t.expose('inputMode', {
      type: CallTelling,
      nullable: true,
      description: 'What its updates contain; null until the first words.',
    }),
    revision: t.exposeInt('revision', { description: 'Increases with every change.' }),
    countsFrom: t.field({
      type: 'DateTime',
      description:
        'The moment a timer counts from: `asOf` minus `countsFrom` is the length now. The start of the call, unless the client sent another duration.',
      resolve: (call) => timerStartOf(call),
    }),
    asOf: t.field({
      type: 'DateTime',
      description:
        'Server time when this was read, so that timers agree whatever the client’s clock shows. A repeated event keeps its first value.',
      resolve: (_call, _args, { services }) => services.liveCalls.now(),
    }),
    metrics: t.expose('gauges', { type: Gauges, description: 'The metrics on screen.' }),
    counted: t.field({
      type: ConversationMetrics,
      description: 'All metrics of the call.',
      resolve: (call, _args, { services }) => services.liveCalls.metrics(call),
    }),
    prompts: t.field({
      type: [CoachingPrompt],
      description: 'Prompts of the coaching rules, oldest first, including withdrawn and dismissed ones.',
      resolve: (call) => call.promptState.prompts.map((prompt) => ({ ...prompt, call })),
    }),
    tips: t.field({
      type: [ModelTip],
      description: 'Tips of the model, newest first, at most 3; none offline.',
      resolve: ({ tips }) => [...tips],
    }),
    tipsFailure: t.exposeString('tipsFailure', {
      nullable: true,
      description: 'Why the model gave no tips when it was last asked, as a sentence for a person; null where it answered, and offline.',
    }),
    transcript: t.string({
      complexity: LONG_TEXT,
      description: 'The transcript, one line per turn, with the speaker where known.',
      resolve: (call, _args, { services }) => services.liveCalls.transcript(call),
    }),
    turnCount: t.int({
      description: 'Number of turns.',
      resolve: async (call, _args, { services }) => (await services.liveCalls.turns(call)).length,
    }),
    lastTurn: t.field({
      type: DialogueTurn,
      nullable: true,
      description: 'The last turn; null until the first words.',
      resolve: async (call, _args, { services }) => (await services.liveCalls.turns(call)).at(-1) ?? null,
    }),
    turns: t.field({
      type: [DialogueTurn],
      description: `The dialogue, at most ${TURNS.toLocaleString('en-US')} turns at a time.`,
      args: {
        from: t.arg.int({ defaultValue: 0, description: 'Index of the first turn, from 0.' }),
        first: t.arg.int({ defaultValue: TURNS, description: 'Number of turns.' }),
      },
      complexity: { field: 1, multiplier: 10 },
      resolve: async (call, { from, first }, { services }) => {
        const start = Math.max(0, from ?? 0);
        return (await services.liveCalls.turns(call)).slice(start, start + Math.min(TURNS, Math.max(0, first ?? TURNS)));
      },
    }),
    notes: t.field({
      type: [CoachNote],
      description: 'Coaches’ notes, oldest first; at most the newest 100.',
      resolve: async ({ id }, _args, { loaders }) => [...(await loaders.coachNotes(id))],
    }),
    rep: t.field({
      type: User,
      nullable: true,
      description: 'The rep; null when the user was deleted.',
      resolve: ({ userId }, _args, { loaders }) => loaders.user(userId),
    }),
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Subscribe from this cursor to miss no change after this response.',
      resolve: (_call, _args, { eventCursor }) => eventCursor,
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
    transcription: t.field({
      type: Transcription,
      nullable: true,
      description: 'The transcription it became; null until it has ended and was analysed, or when nothing was said.',
      resolve: ({ transcriptionId }, _args, { loaders }) => loaders.transcription(transcriptionId),
    }),
  }),
});

const LiveCallConnection = connectionOf('LiveCall', LiveCall);

builder.queryFields((t) => ({
  liveCall: t.field({
    type: LiveCall,
    nullable: true,
    description: 'One call; null when there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the call.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.liveCall(id),
  }),
  liveCalls: t.withAuth({ signedIn: true }).field({
    type: LiveCallConnection,
    description: 'Live calls, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      status: t.arg({ type: LiveCallStatus, description: 'Only this status. Omitted: all.' }),
      mine: t.arg.boolean({ description: 'Only your own calls.' }),
      ...listArgs('liveCall'),
    },
    complexity: perRow,
    resolve: async (_root, { status, mine, where, orderBy, ...page }, { services, viewer }) => {
      const filter = equal({ status, repId: mine ? viewer.id : null });
      return asConnection(await services.analyst.liveCalls.page(viewer, { where, orderBy, filter }, page));
    },
  }),
}));

builder.objectField(Customer, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'Live calls of this customer, in progress and ended, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.customerLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'Live calls about this lead, in progress and ended, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders, viewer }) =>
      asConnection(await loaders.nested.leadLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);
