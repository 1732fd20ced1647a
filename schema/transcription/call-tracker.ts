import { CALL_IMPORTS_AT_ONCE } from '#contract/training.ts';
import type { ImportOutcome, CallTrackerTest as TestRow } from '#domain/call-import/service.ts';
import { Invalid } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import type { SyncOutcome } from '#domain/sync/service.ts';
import { builder } from '../builder.ts';

const CallTrackerTest = builder.objectRef<TestRow>('CallTrackerTest').implement({
  description: 'Result of a connection test.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether the call tracker responded.' }),
    message: t.exposeString('message', { description: 'The result, or what to do about a failure.' }),
  }),
});

const CallSync = builder.objectRef<SyncOutcome>('CallSync').implement({
  description: 'Result of a sync.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether the call tracker responded.' }),
    synced: t.exposeInt('synced', { description: 'New calls, without those imported before.' }),
    message: t.exposeString('message', { description: 'Summary, with the number of calls without a transcript.' }),
  }),
});

const CallImport = builder.objectRef<ImportOutcome>('CallImport').implement({
  description: 'Result of an import.',
  fields: (t) => ({
    imported: t.exposeInt('imported', { description: 'New calls, without those imported before.' }),
    message: t.exposeString('message', { description: 'Summary, with the number of calls without a transcript.' }),
  }),
});

// The call tracker's own names, as its exports have them.
const CallImportInput = builder.inputType('CallImportInput', {
  description: 'A call as the call tracker exports it.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'The call tracker’s id. Each call is imported once.' }),
    customer_name: t.string({ description: 'Name of the caller.' }),
    customer_phone_number: t.string({ description: 'Phone number of the caller.' }),
    duration: t.int({ description: 'Length in seconds.' }),
    transcription: t.string({ description: 'The transcript. A call without one is skipped.' }),
    start_time: t.string({ description: 'Start of the call, ISO 8601.' }),
  }),
});

builder.mutationFields((t) => ({
  testCallTracker: t.withAuth({ signedIn: true }).field({
    type: CallTrackerTest,
    description: 'Test the connection to the call tracker.',
    resolve: (_root, _args, { services, viewer }) => services.callImport.test(viewer),
  }),
  syncCalls: t.withAuth({ signedIn: true }).field({
    type: CallSync,
    description:
      'Sync the newest calls from the call tracker and wait for the result. Joins a sync in progress. Each call becomes a transcription and a training item, once.',
    args: { limit: t.arg.int({ description: 'Maximum number of calls, 1 to 500. Default: 50.' }) },
    resolve: (_root, { limit }, { services, viewer }) => services.syncs.now(viewer, 'callrail', { limit }),
  }),
  importCalls: t.withAuth({ signedIn: true }).field({
    type: CallImport,
    errors: { types: [Invalid] },
    description: `Import calls from an export of the call tracker. Each becomes a transcription and a training item, once. Each call with a transcript costs ${PRICES.assistant} points, and a point for each full 1,000 characters. One person may have ${CALL_IMPORTS_AT_ONCE.person} import in progress, a server ${CALL_IMPORTS_AT_ONCE.server}; more are refused with TOO_MANY_IN_PROGRESS.`,
    args: { calls: t.arg({ type: [CallImportInput], required: true, description: 'At most 500 calls.' }) },
    resolve: (_root, { calls }, { services, viewer, charge }) => services.callImport.importCalls(viewer, { transcriptions: calls }, charge),
  }),
}));
