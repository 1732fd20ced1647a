import { TranscriptionEditConflict } from '#domain/editable-row.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { callLengthPoints, PRICES } from '#domain/prices.ts';
import { builder } from '../builder.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from '../edit-conflict.ts';
import { Failure } from '../failures.ts';
import { Priority, Transcription } from './transcription.ts';

const CallType = builder.enumType('CallType', {
  description: 'What a call is about.',
  values: { sales: { description: 'Sales.' }, support: { description: 'Support.' } },
});

const AddTranscriptionInput = builder.inputType('AddTranscriptionInput', {
  description: 'A call to add and analyse.',
  fields: (t) => ({
    content: t.string({
      required: true,
      description: 'The transcript; lines may begin with the speaker. At most 500,000 characters.',
    }),
    type: t.field({ type: CallType, description: 'Omitted: set by the analysis.' }),
    title: t.string({ description: 'Omitted: set by the analysis.' }),
    customerId: t.id({ description: 'The customer. Without a customer or lead, the call is linked to whoever has the caller’s number.' }),
    leadId: t.id({ description: 'The lead it is about. The call counts as its last contact.' }),
    repId: t.id({ description: 'The rep; omit when unknown.' }),
    callerPhone: t.string({ description: 'The caller’s phone number. Omitted: the one mentioned in the call.' }),
    duration: t.int({ description: 'Length in seconds.' }),
  }),
});

const TranscriptionChangesInput = builder.inputType('TranscriptionChangesInput', {
  description: 'Fields to change. Omitted fields stay; null or an empty text clears. Later analyses keep what you set.',
  fields: (t) => ({
    title: t.string({ description: 'Its title.' }),
    type: t.field({ type: CallType, description: 'Sales or support.' }),
    callValue: t.field({ type: 'JSON', description: 'US dollars: a number, or exact text such as "1250.00".' }),
    priority: t.field({ type: Priority, description: 'Priority; null sets medium.' }),
    tags: t.stringList({ description: 'Replaces all tags.' }),
    customerId: t.id({ description: 'The customer; null unlinks.' }),
    leadId: t.id({ description: 'The lead it is about; null unlinks.' }),
    repId: t.id({ description: 'The rep; null for unknown.' }),
    callerPhone: t.string({ description: 'The caller’s phone number.' }),
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
      'Add a call and analyse it. When the model is unavailable, the offline assistant analyses it. Also costs a point per full 1,000 characters.',
    complexity: ({ input }) => PRICES.assistant + callLengthPoints(input.content),
    args: { input: t.arg({ type: AddTranscriptionInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.transcriptions.add(viewer, input),
  }),
  updateTranscription: t.withAuth({ signedIn: true }).field({
    type: Transcription,
    errors: { types: [Invalid, NotFound, TranscriptionEditConflict] },
    description: 'Change the details of a call, or link it to another customer or lead.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the call.' }),
      input: t.arg({ type: TranscriptionChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.transcriptions.update(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
  swapTranscriptionRoles: t.withAuth({ signedIn: true }).field({
    type: Transcription,
    errors: { types: [NotFound, AssistantUnavailable] },
    description: 'Say that rep and customer are the other way round, and analyse the call again.',
    complexity: PRICES.assistant,
    args: { id: t.arg.id({ required: true, description: 'Id of the call.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.transcriptions.swapRoles(viewer, id),
  }),
  analyzeTranscription: t.withAuth({ signedIn: true }).field({
    type: Transcription,
    errors: { types: [NotFound, AssistantUnavailable] },
    description: 'Analyse a call again. Fields set by a person stay as they are.',
    complexity: PRICES.assistant,
    args: { id: t.arg.id({ required: true, description: 'Id of the call.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.transcriptions.analyze(viewer, id),
  }),
}));
