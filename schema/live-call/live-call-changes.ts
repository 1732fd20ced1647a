import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import { builder } from '../builder.ts';
import { subscribeToChanges } from '../changes.ts';
import { DialogueTurn, Speaker } from '../transcription/conversation.ts';
import { CoachNote } from './coaching-prompt.ts';
import { LiveCall, TURNS } from './live-call.ts';

const StartLiveCallInput = builder.inputType('StartLiveCallInput', {
  description: 'The call to start.',
  fields: (t) => ({
    callId: t.string({
      description: 'Your id for the call, at most 100 characters. A call in progress with this id continues. Omitted: generated.',
    }),
    customerId: t.id({ description: 'The customer.' }),
    leadId: t.id({ description: 'The lead it is about.' }),
    callerPhone: t.string({
      description: 'The caller’s phone number. Without a customer or lead, the call is linked to whoever has this number.',
    }),
    plannedSeconds: t.int({ description: 'Planned length in seconds. Some coaching rules apply near the end.' }),
  }),
});

const LiveSegmentInput = builder.inputType('LiveSegmentInput', {
  description: 'A segment of speech. Segments can be sent in any order and more than once.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'Your id for the segment, unique within the call.' }),
    revision: t.int({ defaultValue: 0, description: 'Of segments with the same id, the highest revision counts.' }),
    speaker: t.field({ type: Speaker, required: true, description: 'Who speaks.' }),
    text: t.string({
      required: true,
      description: `The words, at most ${LIVE_CALL_LIMITS.segment.toLocaleString('en-US')} characters.`,
    }),
    startMs: t.int({ description: 'Milliseconds from the start of the call.' }),
    endMs: t.int({ description: 'Milliseconds from the start of the call.' }),
  }),
});

const UpdateLiveCallInput = builder.inputType('UpdateLiveCallInput', {
  description: 'Either the whole transcript so far, or segments. A call cannot mix the two.',
  fields: (t) => ({
    transcript: t.string({
      description: `The whole transcript so far, at most ${LIVE_CALL_LIMITS.transcript.toLocaleString('en-US')} characters.`,
    }),
    sequence: t.int({ description: 'Number of this transcript. One with a lower number than the last is ignored.' }),
    segments: t.field({ type: [LiveSegmentInput], description: `At most ${LIVE_CALL_LIMITS.segments} per update.` }),
    duration: t.int({ description: 'Length so far in seconds. Omitted: up to the last word, or by the server’s clock.' }),
  }),
});

const CompleteLiveCallInput = builder.inputType('CompleteLiveCallInput', {
  description: 'The end of a call.',
  fields: (t) => ({
    finalTranscript: t.string({
      description: 'The complete transcript. Omitted: the last one stays. Ignored for a call sent as segments.',
    }),
    duration: t.int({ description: 'Length in seconds.' }),
  }),
});

const id = { required: true, description: 'Id of the call.' } as const;

builder.mutationFields((t) => ({
  startLiveCall: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Start a call. The coaching rules apply from its first update.',
    args: { input: t.arg({ type: StartLiveCallInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.liveCalls.start(viewer, input),
  }),
  updateLiveCall: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Send an update of your call. Repeating an update changes nothing.',
    args: { id: t.arg.id(id), input: t.arg({ type: UpdateLiveCallInput, required: true, description: 'The update.' }) },
    resolve: (_root, { id, input }, { services, viewer }) => services.liveCalls.update(viewer, id, input),
  }),
  completeLiveCall: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'End your call. It is stored as a transcription, analysed, and counted in your metrics. Ending it twice changes nothing.',
    args: { id: t.arg.id(id), input: t.arg({ type: CompleteLiveCallInput, required: true, description: 'The end of the call.' }) },
    resolve: (_root, { id, input }, { services, viewer }) => services.liveCalls.complete(viewer, id, input),
  }),
  sendCoachNote: t.withAuth({ signedIn: true }).field({
    type: CoachNote,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Send a note to the rep of a call in progress. It appears on their screen at once.',
    args: {
      id: t.arg.id(id),
      text: t.arg.string({ required: true, description: `At most ${LIVE_CALL_LIMITS.note} characters.` }),
    },
    resolve: (_root, { id, text }, { services, viewer }) => services.liveCalls.sendNote(viewer, id, { text }),
  }),
  dismissPrompt: t.withAuth({ signedIn: true }).field({
    type: LiveCall,
    errors: { types: [NotFound, Conflict] },
    description: 'Dismiss a prompt of your call.',
    args: { id: t.arg.id(id), promptId: t.arg.id({ required: true, description: 'Id of the prompt.' }) },
    resolve: (_root, { id, promptId }, { services, viewer }) => services.liveCalls.dismissPrompt(viewer, id, promptId),
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
    resolve: ({ subjectId }, _args, { loaders }) => loaders.liveCall(subjectId),
  }),
  turnsFrom: t.int({
    nullable: true,
    description: 'Index of the first turn this change affects; null when no turn changed.',
    resolve: ({ data }) => turnsFrom(data),
  }),
  turns: t.field({
    type: [DialogueTurn],
    description: 'The turns from `turnsFrom` on, as they are now. Replace yours from that index on.',
    complexity: { field: 1, multiplier: 10 },
    resolve: async ({ subjectId, data }, _args, { loaders, services }) => {
      const from = turnsFrom(data);
      const call = from === null ? null : await loaders.liveCall(subjectId);
      return call && from !== null ? (await services.liveCalls.turns(call)).slice(from, from + TURNS) : [];
    },
  }),
}));

builder.subscriptionFields((t) => ({
  liveCallChanged: t.field({
    type: RowChange,
    description:
      'Changes of one call after the cursor, then live. Ends with an error of code RESYNC when the cursor is too old: refetch the call, then resubscribe.',
    args: {
      id: t.arg.id(id),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor received. Omitted: only new changes.' }),
    },
    // The id selects events; it does not change what an event contains.
    extensions: { shared: true },
    subscribe: (_root, { id, after }, { subscribeFrom }) =>
      subscribeFrom({ after: after ?? null, kinds: followed, about: { subjectType: 'live_call', subjectId: id } }),
    resolve: (event) => event,
  }),
  liveCallsChanged: t.field({
    type: RowChange,
    description:
      'Changes of all calls after the cursor, then live. Ends with an error of code RESYNC when the cursor is too old: refetch the calls, then resubscribe.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor received. Omitted: only new changes.' }) },
    extensions: { shared: true },
    subscribe: (_root, { after }, { subscribeFrom }) => subscribeFrom({ after: after ?? null, kinds: followed }),
    resolve: (event) => event,
  }),
}));
