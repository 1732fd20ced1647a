import { CALL_IMPORTS_AT_ONCE } from '#contract/training.ts';
import type { ImportOutcome, CallTrackerTest as TestRow } from '#domain/call-import/service.ts';
import { Invalid } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import type { SyncOutcome } from '#domain/sync/service.ts';
import { builder } from '../builder.ts';

const CallTrackerTest = builder.objectRef<TestRow>('CallTrackerTest').implement({
  description: 'Whether the call tracker can be reached.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether it answered.' }),
    message: t.exposeString('message', { description: 'What it said, or what to do about it.' }),
  }),
});

const CallSync = builder.objectRef<SyncOutcome>('CallSync').implement({
  description: 'What came of reading the newest calls.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether the call tracker answered.' }),
    synced: t.exposeInt('synced', { description: 'How many calls are new; those known already do not count.' }),
    message: t.exposeString('message', { description: 'The same in a sentence, with how many had no transcript.' }),
  }),
});

const CallImport = builder.objectRef<ImportOutcome>('CallImport').implement({
  description: 'What came of an import.',
  fields: (t) => ({
    imported: t.exposeInt('imported', { description: 'How many calls are new; those known already do not count.' }),
    message: t.exposeString('message', { description: 'The same in a sentence, with how many had no transcript.' }),
  }),
});

// The call tracker's own names, as its exports have them.
const CallImportInput = builder.inputType('CallImportInput', {
  description: 'A call as the call tracker exports it.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'The call tracker’s own id; the same call is taken once.' }),
    customer_name: t.string({ description: 'Who called.' }),
    customer_phone_number: t.string({ description: 'From which number.' }),
    duration: t.int({ description: 'Seconds.' }),
    transcription: t.string({ description: 'What was said; a call without it is left out.' }),
    start_time: t.string({ description: 'When it began, ISO 8601.' }),
  }),
});

builder.mutationFields((t) => ({
  testCallTracker: t.field({
    type: CallTrackerTest,
    description: 'Ask the call tracker whether it knows us.',
    resolve: (_root, _args, { services }) => services.callImport.test(),
  }),
  syncCalls: t.withAuth({ signedIn: true }).field({
    type: CallSync,
    description:
      'Read the newest calls from the call tracker and wait for it, or join the sync that is under way. Each call becomes a transcription and a training item, once.',
    args: { limit: t.arg.int({ description: 'How many at most, 1 to 500; 50 when left out.' }) },
    resolve: (_root, { limit }, { services, viewer }) => services.syncs.now(viewer, 'callrail', { limit }),
  }),
  importCalls: t.withAuth({ signedIn: true }).field({
    type: CallImport,
    errors: { types: [Invalid] },
    description: `Take calls from an export of the call tracker. Each becomes a transcription and a training item, once. Each call with a transcript costs ${PRICES.assistant} points, and a point for each full 1,000 characters. One person may have ${CALL_IMPORTS_AT_ONCE.person} import in progress, a server ${CALL_IMPORTS_AT_ONCE.server}; another is refused with TOO_MANY_IN_PROGRESS.`,
    args: { calls: t.arg({ type: [CallImportInput], required: true, description: 'At most 500 calls.' }) },
    resolve: (_root, { calls }, { services, viewer, charge }) => services.callImport.importCalls(viewer, { transcriptions: calls }, charge),
  }),
}));
