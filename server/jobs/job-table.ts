import { z } from 'zod';
import { TokenPermissions } from '#contract/api-token-input.ts';
import type { PasswordResets } from '#domain/account/password-reset.ts';
import type { CallImports } from '#domain/call-import/service.ts';
import type { Imports } from '#domain/import/service.ts';
import { PROVIDERS } from '#domain/integration/providers.ts';
import type { StaleLeads } from '#domain/lead/stale-leads.ts';
import type { Invitations } from '#domain/people/invitations.ts';
import type { Cleanup } from '#domain/retention/cleanup.ts';
import type { Syncs } from '#domain/sync/service.ts';
import type { ItemEmbeddings } from '#domain/training/item-embeddings.ts';
import type { Transcriptions } from '#domain/transcription/service.ts';
import { defineJob, type JobDefinition } from './job-definition.ts';

export interface JobHandlers {
  readonly syncs: Syncs;
  readonly callImport: CallImports;
  readonly transcriptions: Transcriptions;
  readonly imports: Imports;
  readonly passwordResets: Pick<PasswordResets, 'sendMail'>;
  readonly invitations: Pick<Invitations, 'sendMail'>;
  readonly quietLeads: StaleLeads;
  readonly itemEmbeddings: Pick<ItemEmbeddings, 'embedChanged'>;
  readonly cleanup: Cleanup;
}

const NoInput = z.object({});
const MINUTE = 60;
const HOUR = 3_600;

/** All background jobs. A new one is a row here and a line in `JobInputs`. */
export const jobTable = ({
  syncs,
  callImport,
  transcriptions,
  imports,
  itemEmbeddings,
  passwordResets,
  invitations,
  quietLeads,
  cleanup,
}: JobHandlers): readonly JobDefinition[] => [
  defineJob({
    name: 'sync',
    description: 'Syncs an outside service: its newest, or everything since the last sync.',
    input: z.object({ integration: z.enum(PROVIDERS), limit: z.int().nullable() }),
    key: ({ integration }) => integration,
    retries: 6,
    backOff: { first: MINUTE, max: HOUR },
    expires: 6 * HOUR,
    concurrency: 2,
    run: syncs.run,
    onStateChange: syncs.onStateChange,
  }),
  defineJob({
    name: 'call.fetch',
    description: 'Fetches one call that the call tracker announced.',
    input: z.object({ callId: z.string() }),
    key: ({ callId }) => callId,
    retries: 6,
    backOff: { first: MINUTE, max: HOUR },
    expires: MINUTE,
    concurrency: 1,
    run: callImport.fetch,
  }),
  defineJob({
    name: 'call.analyze',
    description: 'Analyzes an imported call with the assistant’s model. The offline assistant has analyzed it already.',
    input: z.object({ transcriptionId: z.string() }),
    key: ({ transcriptionId }) => transcriptionId,
    retries: 3,
    backOff: { first: MINUTE, max: 10 * MINUTE },
    expires: 2 * MINUTE,
    concurrency: 2,
    run: transcriptions.read,
  }),
  defineJob({
    name: 'import.work',
    description: 'Imports a file of customers or leads, or undoes its import.',
    input: z.object({
      importId: z.string(),
      limits: z.object({ permissions: TokenPermissions.nullable(), readOnly: z.boolean() }).nullish(),
    }),
    key: ({ importId }) => importId,
    retries: 3,
    backOff: { first: 5, max: MINUTE },
    expires: HOUR,
    concurrency: 1,
    run: imports.runJob,
    onStateChange: imports.onJobStateChange,
  }),
  defineJob({
    name: 'training.embed',
    description: 'Embeds training items that are new or changed, where an embedding model is configured.',
    // Without a key: one that joined a running job could come too late for it.
    input: NoInput,
    retries: 4,
    backOff: { first: MINUTE, max: 10 * MINUTE },
    expires: HOUR,
    concurrency: 1,
    // For what was imported, and what failed.
    cron: '12 * * * *',
    run: itemEmbeddings.embedChanged,
  }),
  defineJob({
    name: 'account.mail_reset',
    description: 'Mails the link by which somebody chooses a new password.',
    input: z.object({ account: z.string() }),
    key: ({ account }) => account.toLowerCase(),
    retries: 1,
    backOff: { first: 5, max: 5 },
    expires: MINUTE,
    concurrency: 2,
    run: passwordResets.sendMail,
  }),
  defineJob({
    name: 'invitation.mail',
    description: 'Mails the link of an invitation.',
    input: z.object({ invitationId: z.string() }),
    key: ({ invitationId }) => invitationId,
    retries: 5,
    backOff: { first: MINUTE, max: HOUR },
    expires: MINUTE,
    concurrency: 2,
    run: invitations.sendMail,
  }),
  defineJob({
    name: 'leads.notice_quiet',
    description: 'Finds leads that had no contact for a long time.',
    input: NoInput,
    retries: 2,
    backOff: { first: MINUTE, max: MINUTE },
    expires: MINUTE,
    concurrency: 1,
    cron: '0 6 * * *',
    run: quietLeads.notice,
  }),
  defineJob({
    name: 'maintenance.clean',
    description: 'Removes rows and files that are past their retention.',
    input: NoInput,
    retries: 2,
    backOff: { first: MINUTE, max: MINUTE },
    expires: 10 * MINUTE,
    concurrency: 1,
    cron: '23 * * * *',
    run: cleanup.run,
  }),
  defineJob({
    name: 'maintenance.reconcile',
    description: 'Starts a sync of every connected service, to pick up what lost webhooks did not deliver.',
    input: NoInput,
    retries: 2,
    backOff: { first: MINUTE, max: MINUTE },
    expires: MINUTE,
    concurrency: 1,
    cron: '41 2 * * *',
    run: syncs.reconcile,
  }),
];
