import { LIVE_CALL_LIMITS, LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import { countsFrom, type Gauges as GaugesRow, type LiveCall as LiveCallRow } from '#domain/live-call/stored-call.ts';
import { equal } from '#domain/query/shortcuts.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, LONG_TEXT, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { listArgs, resolveList } from '../query/list-args.ts';
import { ConversationMetrics, DialogueTurn } from '../transcription/conversation.ts';
import { Transcription } from '../transcription/transcription.ts';
import { CoachingPrompt, CoachNote, ModelTip } from './coaching-prompt.ts';

const STATUS_WORDS = {
  active: 'It runs.',
  completed: 'The rep ended it.',
  abandoned: `Nobody told anything of it for ${LIVE_CALL_LIMITS.abandonedAfter} minutes, so it was closed with what it had.`,
} as const;

export const LiveCallStatus = builder.enumType('LiveCallStatus', {
  description: 'Whether a call still runs.',
  values: Object.fromEntries(LIVE_CALL_STATUSES.map((status) => [status, { value: status, description: STATUS_WORDS[status] }])),
});

const CallTelling = builder.enumType('CallTelling', {
  description: 'How a call is told.',
  values: { text: { description: 'The whole text so far, each time.' }, segments: { description: 'Pieces of speech, as they come.' } },
});

const Gauges = builder.objectRef<GaugesRow>('LiveCallMetrics').implement({
  description: 'The numbers of a call that its screens show, counted with each update. Null where the call does not let it be counted.',
  fields: (t) => ({
    wordCount: t.exposeInt('wordCount', { description: 'Words so far.' }),
    questionRatio: t.exposeFloat('questionRatio', { nullable: true, description: 'Questions in a sentence, 0 to 1.' }),
    sentimentScore: t.exposeFloat('sentimentScore', {
      nullable: true,
      description: '0 to 1, neutral 0.5: the customer’s words where they are known, else all; recent words weigh more.',
    }),
    engagementLevel: t.exposeFloat('engagementLevel', {
      nullable: true,
      description: '0 to 1: from turn-taking, the customer’s share, their questions and their reactions.',
    }),
    talkShare: t.exposeFloat('talkShare', { nullable: true, description: 'What the rep said of what both said, 0 to 1.' }),
    talkShareBasis: t.exposeString('talkShareBasis', {
      nullable: true,
      description: 'What it is a share of: speaking `time`, or `words`.',
    }),
    questions: t.exposeInt('questions', { nullable: true, description: 'Questions the rep asked.' }),
    longestMonologue: t.exposeFloat('longestMonologue', {
      nullable: true,
      description: 'Milliseconds the rep talked without a break, the longest.',
    }),
    pace: t.exposeFloat('pace', { nullable: true, description: 'The rep’s words a minute; null where the words have no times.' }),
    fillersPerMinute: t.exposeFloat('fillersPerMinute', {
      nullable: true,
      description: 'The rep’s filler words a minute of their speech.',
    }),
    interruptions: t.exposeInt('interruptions', { nullable: true, description: 'How often the rep cut in.' }),
    longestSilence: t.exposeFloat('longestSilence', { nullable: true, description: 'Milliseconds nobody spoke, the longest.' }),
  }),
});

/** Turns that are sent at once: about two hours of talking. */
export const TURNS = 2_000;

export const LiveCall = builder.objectRef<LiveCallRow>('LiveCall').implement({
  description: 'A call while it runs, and what is left of it afterwards.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Our id.' }),
    callId: t.exposeString('callId', {
      description: 'The id its client made, such as `call_1732180000000`; unique per rep. REST knows the call by it.',
    }),
    status: t.expose('status', { type: LiveCallStatus, description: 'Whether it still runs.' }),
    told: t.expose('inputMode', { type: CallTelling, nullable: true, description: 'How it is told; null until something was said.' }),
    revision: t.exposeInt('revision', { description: 'Counts its changes.' }),
    duration: t.exposeInt('duration', { description: 'Seconds, as of its last update.' }),
    countsFrom: t.field({
      type: 'DateTime',
      description:
        'The moment its timer counts from while it runs: `asOf` less this is how long it has lasted at this answer. Its start, unless it was told to last longer or shorter than that.',
      resolve: (call) => countsFrom(call),
    }),
    asOf: t.field({
      type: 'DateTime',
      description:
        'The server’s clock when this was read, for timers that tick alike whatever the clocks of those who watch show. A change that is told again keeps that of its first reading.',
      resolve: (_call, _args, { services }) => services.liveCalls.now(),
    }),
    plannedSeconds: t.exposeInt('plannedSeconds', {
      nullable: true,
      description: 'How long it is meant to last, in seconds; null where nobody said.',
    }),
    attention: t.exposeInt('attention', {
      description:
        'How much it needs a coach, from 0: 100 an urgent prompt, 10 a tip, 1 an insight, up to 50 for an unhappy customer and 35 for a talkative rep.',
    }),
    callerPhone: t.exposeString('callerPhone', { nullable: true, description: 'The other party’s number, as it came.' }),
    startedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    lastUpdate: t.expose('lastUpdate', { type: 'DateTime', nullable: true, description: 'When something was last told of it.' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it was over; null while it runs.' }),
    metrics: t.expose('gauges', { type: Gauges, description: 'The numbers its screens show.' }),
    counted: t.field({
      type: ConversationMetrics,
      description: 'Everything that can be counted in it.',
      resolve: (call, _args, { services }) => services.liveCalls.metrics(call),
    }),
    prompts: t.field({
      type: [CoachingPrompt],
      description:
        'What the coaching rules have said, oldest first; those taken back or put away too, so that a screen can show where they went.',
      resolve: (call) => call.prompting.prompts.map((nudge) => ({ ...nudge, call })),
    }),
    tips: t.field({
      type: [ModelTip],
      description: 'What the model advises, newest first, at most 3; none offline.',
      resolve: ({ tips }) => [...tips],
    }),
    transcript: t.string({
      complexity: LONG_TEXT,
      description: 'What was said, as one text; speakers stand before their lines where they are known.',
      resolve: (call, _args, { services }) => services.liveCalls.transcript(call),
    }),
    turnCount: t.int({
      description: 'How many turns there are.',
      resolve: async (call, _args, { services }) => (await services.liveCalls.turns(call)).length,
    }),
    lastTurn: t.field({
      type: DialogueTurn,
      nullable: true,
      description: 'What was said last; null until something was.',
      resolve: async (call, _args, { services }) => (await services.liveCalls.turns(call)).at(-1) ?? null,
    }),
    turns: t.field({
      type: [DialogueTurn],
      description: `What was said, turn by turn; at most ${TURNS.toLocaleString('en-US')} at once.`,
      args: {
        from: t.arg.int({ defaultValue: 0, description: 'The first turn, from 0.' }),
        first: t.arg.int({ defaultValue: TURNS, description: 'How many.' }),
      },
      complexity: { field: 1, multiplier: 10 },
      resolve: async (call, { from, first }, { services }) => {
        const start = Math.max(0, from ?? 0);
        return (await services.liveCalls.turns(call)).slice(start, start + Math.min(TURNS, Math.max(0, first ?? TURNS)));
      },
    }),
    notes: t.field({
      type: [CoachNote],
      description: 'What coaches whispered, oldest first; the newest 100.',
      resolve: async ({ id }, _args, { loaders: load }) => [...(await load.coachNotes(id))],
    }),
    rep: t.field({
      type: User,
      nullable: true,
      description: 'Whose call it is.',
      resolve: ({ userId }, _args, { loaders: load }) => load.user(userId),
    }),
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Where to start listening, so that nothing after this answer is missed.',
      resolve: (_call, _args, { eventCursor: heard }) => heard,
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Who is on the line, where that is known.',
      resolve: ({ customerId }, _args, { loaders: load }) => load.customer(customerId),
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead it is about, where that is known.',
      resolve: ({ leadId }, _args, { loaders: load }) => load.lead(leadId),
    }),
    transcription: t.field({
      type: Transcription,
      nullable: true,
      description: 'What it was stored as, once it is over and analysed; null where nothing was said.',
      resolve: ({ transcriptionId }, _args, { loaders: load }) => load.transcription(transcriptionId),
    }),
  }),
});

const LiveCallConnection = connectionOf('LiveCall', LiveCall);

builder.queryFields((t) => ({
  liveCall: t.field({
    type: LiveCall,
    nullable: true,
    description: 'One call; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The call’s id.' }) },
    resolve: (_root, { id }, { loaders: load }) => load.liveCall(id),
  }),
  liveCalls: t.withAuth({ signedIn: true }).field({
    type: LiveCallConnection,
    description: 'Calls, those that run or all, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      status: t.arg({ type: LiveCallStatus, description: 'Only these; left out: all.' }),
      mine: t.arg.boolean({ description: 'Only the viewer’s own.' }),
      ...listArgs('liveCall'),
    },
    complexity: perRow,
    resolve: (_root, { status, mine, where, orderBy, ...page }, { services, viewer }) => {
      const which = { status, repId: mine ? viewer.id : null };
      return resolveList(
        { where, orderBy },
        () => services.liveCalls.list({ status, userId: which.repId }, page),
        (question) => services.analyst.liveCalls.page(viewer, { ...question, filter: equal(which) }, page),
      );
    },
  }),
}));

builder.objectField(Customer, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'This customer’s calls that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.customerLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'Calls about this lead that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.leadLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);
