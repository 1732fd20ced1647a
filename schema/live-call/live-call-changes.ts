import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import { builder } from '../builder.ts';
import { subscribeToChanges } from '../changes.ts';
import { DialogueTurn, Speaker } from '../transcription/conversation.ts';
import { CoachNote } from './coaching-prompt.ts';
import { LiveCall, TURNS } from './live-call.ts';

const StartLiveCallInput = builder.inputType('StartLiveCallInput', {
  description: 'A call that begins.',
  fields: (t) => ({
    callId: t.string({ description: 'An id of your own, at most 100 characters. One that runs already goes on. Left out, one is made.' }),
    customerId: t.id({ description: 'Who is on the line.' }),
    leadId: t.id({ description: 'The lead it is about.' }),
    callerPhone: t.string({ description: 'The other party’s number. Where nobody is named, the call belongs to whom it belongs to.' }),
    plannedSeconds: t.int({ description: 'How long it is meant to last; some coaching rules look at its last part.' }),
  }),
});

const LiveSegmentInput = builder.inputType('LiveSegmentInput', {
  description: 'A piece of speech. Segments may come in any order and more than once.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'An id of your own, unique within the call.' }),
    revision: t.int({ defaultValue: 0, description: 'Of the same id, the highest revision is what was said.' }),
    speaker: t.field({ type: Speaker, required: true, description: 'Who speaks.' }),
    text: t.string({
      required: true,
      description: `What was said, at most ${LIVE_CALL_LIMITS.segment.toLocaleString('en-US')} characters.`,
    }),
    startMs: t.int({ description: 'Milliseconds from the beginning of the call.' }),
    endMs: t.int({ description: 'Milliseconds from the beginning of the call.' }),
  }),
});

const UpdateLiveCallInput = builder.inputType('UpdateLiveCallInput', {
  description: 'What is new: the whole text so far, or segments; a call goes on as it began.',
  fields: (t) => ({
    transcript: t.string({
      description: `The whole text so far, at most ${LIVE_CALL_LIMITS.transcript.toLocaleString('en-US')} characters.`,
    }),
    sequence: t.int({ description: 'Number your texts: one that was overtaken on its way is then left aside.' }),
    segments: t.field({ type: [LiveSegmentInput], description: `At most ${LIVE_CALL_LIMITS.segments} at once.` }),
    duration: t.int({ description: 'How many seconds it has lasted. Left out: up to the last word, or by our clock.' }),
  }),
});

const CompleteLiveCallInput = builder.inputType('CompleteLiveCallInput', {
  description: 'How a call ends.',
  fields: (t) => ({
    finalTranscript: t.string({ description: 'The whole text. Left out, what was told stays; a call told in segments ignores it.' }),
    duration: t.int({ description: 'How many seconds it lasted.' }),
  }),
});

const id = { required: true, description: 'The call’s id.' } as const;

builder.mutationFields((t) => ({
  startLiveCall: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Begin a call. The coaching rules listen from its first word.',
    args: { input: t.arg({ type: StartLiveCallInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.liveCalls.start(viewer, input),
  }),
  updateLiveCall: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Tell what is new in the viewer’s call. Telling the same twice changes nothing.',
    args: { id: t.arg.id(id), input: t.arg({ type: UpdateLiveCallInput, required: true, description: 'What is new.' }) },
    resolve: (_root, { id, input }, { services, viewer }) => services.liveCalls.update(viewer, id, input),
  }),
  completeLiveCall: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [Invalid, NotFound, Conflict] },
    description:
      'End the viewer’s call. It is stored as a transcription, analysed, and counted in the rep’s metrics. Ending it twice changes nothing.',
    args: { id: t.arg.id(id), input: t.arg({ type: CompleteLiveCallInput, required: true, description: 'How it ends.' }) },
    resolve: (_root, { id, input }, { services, viewer }) => services.liveCalls.complete(viewer, id, input),
  }),
  sendCoachNote: t.withAuth({ signedIn: true }).field({
    type: CoachNote,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Whisper to the rep of a running call; it appears on their screen at once.',
    args: {
      id: t.arg.id(id),
      text: t.arg.string({ required: true, description: `At most ${LIVE_CALL_LIMITS.note} characters.` }),
    },
    resolve: (_root, { id, text }, { services, viewer }) => services.liveCalls.note(viewer, id, { text }),
  }),
  dismissPrompt: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [NotFound, Conflict] },
    description: 'Put a prompt of the viewer’s call away.',
    args: { id: t.arg.id(id), promptId: t.arg.id({ required: true, description: 'The prompt’s id.' }) },
    resolve: (_root, { id, promptId }, { services, viewer }) => services.liveCalls.dismissNudge(viewer, id, promptId),
  }),
}));

const { RowChange, followed } = subscribeToChanges({
  noun: 'LiveCall',
  kinds: {
    'live_call.started': 'created',
    'live_call.updated': 'updated',
    'live_call.noted': 'updated',
    'live_call.completed': 'updated',
    'live_call.stored': 'updated',
  },
});

const turnsFrom = (data: Readonly<Record<string, unknown>>): number | null => (typeof data.turnsFrom === 'number' ? data.turnsFrom : null);

builder.objectFields(RowChange, (t) => ({
  liveCall: t.field({
    type: LiveCall,
    nullable: true,
    description: 'The call as it is now.',
    resolve: ({ subjectId }, _args, { loaders: load }) => load.liveCall(subjectId),
  }),
  turnsFrom: t.int({
    nullable: true,
    description: 'The first turn that is not what it was before this change; null where no words changed hands.',
    resolve: ({ data }) => turnsFrom(data),
  }),
  turns: t.field({
    type: [DialogueTurn],
    description: 'The turns from `turnsFrom` on, as they are now: put them in the place of those you have from there on.',
    complexity: { field: 1, multiplier: 10 },
    resolve: async ({ subjectId, data }, _args, { loaders: load, services }) => {
      const from = turnsFrom(data);
      const call = from === null ? null : await load.liveCall(subjectId);
      return call && from !== null ? (await services.liveCalls.turns(call)).slice(from, from + TURNS) : [];
    },
  }),
}));

builder.subscriptionFields((t) => ({
  liveCallChanged: t.field({
    type: RowChange,
    description:
      'Every change of one call after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for the call again.',
    args: {
      id: t.arg.id(id),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }),
    },
    // The id says which events are told, never what is told of one.
    extensions: { shared: true },
    subscribe: (_root, { id, after }, { subscribeFrom: follow }) =>
      follow({ after: after ?? null, kinds: followed, visible: ({ subjectId }) => subjectId === id }),
    resolve: (event) => event,
  }),
  liveCallsChanged: t.field({
    type: RowChange,
    description:
      'Every change of any call after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for the calls again.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }) },
    extensions: { shared: true },
    subscribe: (_root, { after }, { subscribeFrom: follow }) => follow({ after: after ?? null, kinds: followed }),
    resolve: (event) => event,
  }),
}));
