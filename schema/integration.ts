import { Conflict, NotFound } from '#domain/failures.ts';
import type { IntegrationStatus } from '#domain/integration/service.ts';
import type { JobState } from '#domain/jobs/queue.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';

const ConnectionStatus = builder.enumType('ConnectionStatus', {
  description: 'Connection status of an outside service.',
  values: {
    connected: { description: 'With the configured credentials.' },
    demo: { description: 'Not connected: a built-in demo service is used.' },
    not_configured: { description: 'Not connected: its credentials are not configured.' },
  },
});

const SyncState = builder.enumType('SyncState', {
  description: 'The state of a sync.',
  values: {
    queued: { description: 'Queued, not started yet.' },
    running: { description: 'The sync is running.' },
    waiting: { description: 'Failed for now; retried automatically.' },
    done: { description: 'The sync completed.' },
    failed: { description: 'The sync failed; see `message`.' },
  } satisfies Record<JobState, { description: string }>,
});

const Sync = builder.objectRef<JobRun>('Sync').implement({
  description: 'A sync of an outside service.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique id; the same for everyone who joined the sync.' }),
    state: t.expose('state', { type: SyncState, description: 'Current state.' }),
    done: t.exposeInt('done', { nullable: true, description: 'Number of items read so far; null before it starts.' }),
    total: t.exposeInt('total', { nullable: true, description: 'Total number of items; null if unknown.' }),
    made: t.exposeInt('createdCount', { nullable: true, description: 'Number of items created; null until it is done.' }),
    message: t.exposeString('message', { nullable: true, description: 'The result, or why it is waiting or failed; null until then.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it started, UTC; null before.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended, UTC; null before.' }),
  }),
});

const Integration = builder.objectRef<IntegrationStatus>('Integration').implement({
  description: 'An outside service and its latest sync.',
  fields: (t) => ({
    provider: t.exposeID('provider', { description: '`shopify` or `callrail`.' }),
    status: t.expose('connection', { type: ConnectionStatus, description: 'Its connection status.' }),
    lastSyncAt: t.expose('lastSyncAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last successful sync ended, UTC; null if there was none.',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the last sync failed; null if it succeeded.' }),
    sync: t.field({
      type: Sync,
      nullable: true,
      description: 'The running sync, or the latest one; null if there was none in the last 30 days.',
      resolve: ({ provider }, _args, { services }) => services.syncs.findLatest(provider),
    }),
  }),
});

builder.queryField('integrations', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [Integration],
    description: 'All outside services, with their connection status and last sync.',
    resolve: async (_root, _args, { services, viewer }) => [...(await services.integrations.list(viewer))],
  }),
);

builder.queryField('integrationsCursor', (t) =>
  t.field({
    type: 'EventCursor',
    description: 'Cursor for `integrationsChanged`: it continues where this response ends.',
    resolve: (_root, _args, { eventCursor }) => eventCursor,
  }),
);

builder.mutationField('startSync', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Integration,
    errors: { types: [Conflict, NotFound] },
    description:
      'Start a sync of everything since the last one, or join the running sync. Returns at once: `integrationsChanged` reports progress.',
    args: { provider: t.arg.id({ required: true, description: '`shopify` or `callrail`.' }) },
    resolve: async (_root, { provider }, { services, viewer }) => {
      const integration = await services.integrations.get(viewer, provider);
      await services.syncs.start(viewer, integration.provider);
      return integration;
    },
  }),
);

const IntegrationChange = changeSubscription({
  noun: 'Integration',
  subscription: 'integrationsChanged',
  kinds: {
    'sync.started': 'updated',
    'sync.progressed': 'updated',
    'sync.postponed': 'updated',
    'sync.finished': 'updated',
    'sync.failed': 'updated',
  },
});

builder.objectField(IntegrationChange, 'integration', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Integration,
    nullable: true,
    description: 'The current state of the service.',
    resolve: ({ subjectId }, _args, { services, viewer }) => services.integrations.find(viewer, subjectId),
  }),
);
