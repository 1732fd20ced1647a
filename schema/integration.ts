import { Conflict, NotFound } from '#domain/failures.ts';
import type { IntegrationStatus } from '#domain/integration/service.ts';
import type { JobState } from '#domain/jobs/queue.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';

const ConnectionStatus = builder.enumType('ConnectionStatus', {
  description: 'How an outside service is reached.',
  values: {
    connected: { description: 'With the credentials that were set.' },
    demo: { description: 'Not at all: a small built-in one plays its part.' },
    not_configured: { description: 'Not at all: its credentials are not set.' },
  },
});

const SyncState = builder.enumType('SyncState', {
  description: 'How far a sync is.',
  values: {
    queued: { description: 'It begins in a moment.' },
    running: { description: 'It is at work.' },
    waiting: { description: 'It could not be done, and is tried again later by itself.' },
    done: { description: 'It is over.' },
    failed: { description: 'It could not be done.' },
  } satisfies Record<JobState, { description: string }>,
});

const Sync = builder.objectRef<JobRun>('Sync').implement({
  description: 'A reading of an outside service.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same for everyone who joined it.' }),
    state: t.expose('state', { type: SyncState, description: 'How far it is.' }),
    done: t.exposeInt('done', { nullable: true, description: 'How many things were read so far; null for not begun.' }),
    total: t.exposeInt('total', { nullable: true, description: 'How many there are; null where nobody knows.' }),
    made: t.exposeInt('createdCount', { nullable: true, description: 'How many were new; null before it is done.' }),
    message: t.exposeString('message', { nullable: true, description: 'What came of it, or why it waits or failed.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it began.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it was over.' }),
  }),
});

const Integration = builder.objectRef<IntegrationStatus>('Integration').implement({
  description: 'Where an outside service stands.',
  fields: (t) => ({
    provider: t.exposeID('provider', { description: '`shopify` or `callrail`.' }),
    status: t.expose('connection', { type: ConnectionStatus, description: 'How it is reached.' }),
    lastSyncAt: t.expose('lastSyncAt', { type: 'DateTime', nullable: true, description: 'When it was last read; null for never.' }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the last sync failed; null where it did not.' }),
    sync: t.field({
      type: Sync,
      nullable: true,
      description: 'The sync that is under way, or else the last one; null for none lately.',
      resolve: ({ provider }, _args, { services }) => services.syncs.findLatest(provider),
    }),
  }),
});

builder.queryField('integrations', (t) =>
  t.field({
    type: [Integration],
    description: 'Where the outside services stand.',
    resolve: async (_root, _args, { services }) => [...(await services.integrations.list())],
  }),
);

builder.queryField('integrationsCursor', (t) =>
  t.field({
    type: 'EventCursor',
    description: 'Where to start listening to `integrationsChanged`, so that nothing after this answer is missed.',
    resolve: (_root, _args, { eventCursor: heard }) => heard,
  }),
);

builder.mutationField('startSync', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Integration,
    errors: { types: [Conflict, NotFound] },
    description:
      'Begin to read everything of an outside service since the last time, or join the sync that is under way. Does not wait: `integrationsChanged` tells how it gets on.',
    args: { provider: t.arg.id({ required: true, description: '`shopify` or `callrail`.' }) },
    resolve: async (_root, { provider }, { services, viewer }) => {
      const integration = await services.integrations.get(provider);
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
  t.field({
    type: Integration,
    nullable: true,
    description: 'The outside service as it stands now.',
    resolve: ({ subjectId }, _args, { services }) => services.integrations.find(subjectId),
  }),
);
