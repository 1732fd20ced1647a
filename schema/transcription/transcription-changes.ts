import { TranscriptionEditConflict } from '#domain/editable-row.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { callLengthPoints, PRICES } from '#domain/prices.ts';
import { builder } from '../builder.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from '../edit-conflict.ts';
import { Failure } from '../failures.ts';
import { Priority, Transcription } from './transcription.ts';

const CallType = builder.enumType('CallType', {
  description: 'What a call is about.',
  values: { sales: { description: 'Buying.' }, support: { description: 'Something that does not work.' } },
});

const AddTranscriptionInput = builder.inputType('AddTranscriptionInput', {
  description: 'A call to add and analyse.',
  fields: (t) => ({
    content: t.string({
      required: true,
      description: 'Everything that was said; lines may begin with who speaks. At most 500,000 characters.',
    }),
    type: t.field({ type: CallType, description: 'Left out, the analysis decides.' }),
    title: t.string({ description: 'Left out, the analysis finds one.' }),
    customerId: t.id({ description: 'Who called. With neither this nor a lead, the call belongs to whom the caller’s number belongs to.' }),
    leadId: t.id({ description: 'The lead it is about; being called is its last contact.' }),
    repId: t.id({ description: 'Who of us held it, where that is known.' }),
    callerPhone: t.string({ description: 'The other party’s number; left out, the one they say in the call.' }),
    duration: t.int({ description: 'Seconds.' }),
  }),
});

const TranscriptionChangesInput = builder.inputType('TranscriptionChangesInput', {
  description: 'What to change. What is left out stays; null or an empty text clears. Later analyses keep what was set here.',
  fields: (t) => ({
    title: t.string({ description: 'What it was about.' }),
    type: t.field({ type: CallType, description: 'What kind of call it was.' }),
    callValue: t.field({ type: 'JSON', description: 'US dollars: a number, or exact text such as "1250.00".' }),
    priority: t.field({ type: Priority, description: 'How urgent it is; null for medium.' }),
    tags: t.stringList({ description: 'All of them, in place of the present ones.' }),
    customerId: t.id({ description: 'Who called; null unlinks.' }),
    leadId: t.id({ description: 'The lead it is about; null unlinks.' }),
    repId: t.id({ description: 'Who of us held it; null for not known.' }),
    callerPhone: t.string({ description: 'The other party’s number.' }),
  }),
});

builder.objectType(TranscriptionEditConflict, {
  name: 'TranscriptionEditConflict',
  description: 'The call changed after you loaded it. Nothing was saved.',
  interfaces: [Failure, EditConflict],
  fields: (t) => ({ current: t.expose('current', { type: Transcription, description: 'The call as it is now.' }) }),
});

builder.mutationFields((t) => ({
  addTranscription: t.withAuth({ signedIn: true }).field({
    type: Transcription,
    errors: { types: [Invalid, NotFound, AssistantUnavailable] },
    description:
      'Add a call and analyse it. Where the model does not answer, the offline assistant analyses it. Costs a point for each full 1,000 characters, too.',
    complexity: ({ input }) => PRICES.assistant + callLengthPoints(input.content),
    args: { input: t.arg({ type: AddTranscriptionInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.transcriptions.add(viewer, input),
  }),
  updateTranscription: t.withAuth({ signedIn: true }).field({
    type: Transcription,
    errors: { types: [Invalid, NotFound, TranscriptionEditConflict] },
    description: 'Change what is noted about a call, or whom it belongs to.',
    args: {
      id: t.arg.id({ required: true, description: 'The call’s id.' }),
      input: t.arg({ type: TranscriptionChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.transcriptions.update(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
  analyzeTranscription: t.withAuth({ signedIn: true }).field({
    type: Transcription,
    errors: { types: [NotFound, AssistantUnavailable] },
    description: 'Analyse a call anew. What a person has set stays as it is.',
    complexity: PRICES.assistant,
    args: { id: t.arg.id({ required: true, description: 'The call’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.transcriptions.analyze(viewer, id),
  }),
}));
