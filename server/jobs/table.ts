import { z } from 'zod';
import type { CallImports } from '#domain/call-import/service.ts';
import type { Imports } from '#domain/import/service.ts';
import { PROVIDERS } from '#domain/integration/providers.ts';
import type { StaleLeads } from '#domain/lead/stale-leads.ts';
import type { Cleanup } from '#domain/retention/cleanup.ts';
import type { Syncs } from '#domain/sync/service.ts';
import type { Transcriptions } from '#domain/transcription/service.ts';
import { type JobDefinition, job } from './job-definition.ts';

/** Who does the work. */
export interface JobHandlers {
  readonly syncs: Syncs;
  readonly callImport: CallImports;
  readonly transcriptions: Transcriptions;
  readonly imports: Imports;
  readonly quietLeads: StaleLeads;
  readonly cleanup: Cleanup;
}

const Nothing = z.object({});
const MINUTE = 60;
const HOUR = 3_600;

/** All background work. A job more is a row more, and a line of `JobInputs`. */
export const jobTable = ({ syncs, callImport, transcriptions, imports, quietLeads, cleanup }: JobHandlers): readonly JobDefinition[] => [
  job({
    name: 'sync',
    description: 'Reads an outside service: its newest, or everything since the last time.',
    input: z.object({ integration: z.enum(PROVIDERS), limit: z.int().nullable() }),
    key: ({ integration }) => integration,
    retries: 6,
    backOff: { first: MINUTE, longest: HOUR },
    expires: 6 * HOUR,
    concurrency: 2,
    run: syncs.work,
    tell: syncs.tell,
  }),
  job({
    name: 'call.fetch',
    description: 'Reads one call that the call tracker told of.',
    input: z.object({ callId: z.string() }),
    key: ({ callId }) => callId,
    retries: 6,
    backOff: { first: MINUTE, longest: HOUR },
    expires: MINUTE,
    concurrency: 1,
    run: callImport.fetch,
  }),
  job({
    name: 'call.analyze',
    description: 'Lets the assistant’s model read an imported call, which the offline assistant has read at once.',
    input: z.object({ transcriptionId: z.string() }),
    key: ({ transcriptionId }) => transcriptionId,
    retries: 3,
    backOff: { first: MINUTE, longest: 10 * MINUTE },
    expires: 2 * MINUTE,
    concurrency: 2,
    run: transcriptions.read,
  }),
  job({
    name: 'import.work',
    description: 'Takes in a file of customers or leads, or takes it back.',
    input: z.object({ importId: z.string() }),
    key: ({ importId }) => importId,
    retries: 3,
    backOff: { first: 5, longest: MINUTE },
    expires: HOUR,
    concurrency: 1,
    run: imports.work,
    tell: imports.tell,
  }),
  job({
    name: 'leads.notice_quiet',
    description: 'Notices leads nobody had contact with for long.',
    input: Nothing,
    retries: 2,
    backOff: { first: MINUTE, longest: MINUTE },
    expires: MINUTE,
    concurrency: 1,
    cron: '0 6 * * *',
    run: quietLeads.notice,
  }),
  job({
    name: 'maintenance.clean',
    description: 'Removes rows and files that are past their retention.',
    input: Nothing,
    retries: 2,
    backOff: { first: MINUTE, longest: MINUTE },
    expires: 10 * MINUTE,
    concurrency: 1,
    cron: '23 * * * *',
    run: cleanup.run,
  }),
  job({
    name: 'maintenance.reconcile',
    description: 'Asks for a sync of every connected service, for what a lost webhook would have told.',
    input: Nothing,
    retries: 2,
    backOff: { first: MINUTE, longest: MINUTE },
    expires: MINUTE,
    concurrency: 1,
    cron: '41 2 * * *',
    run: syncs.reconcile,
  }),
];
