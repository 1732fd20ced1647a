import type { IntegrationStatus } from '#domain/integration/service.ts';
import { builder } from './builder.ts';

const ConnectionStatus = builder.enumType('ConnectionStatus', {
  description: 'How an outside service is reached.',
  values: {
    connected: { description: 'With the credentials that were set.' },
    demo: { description: 'Not at all: a small built-in one plays its part.' },
    not_configured: { description: 'Not at all: its credentials are not set.' },
  },
});

const Integration = builder.objectRef<IntegrationStatus>('Integration').implement({
  description: 'Where an outside service stands.',
  fields: (t) => ({
    provider: t.exposeID('provider', { description: '`shopify` or `callrail`.' }),
    status: t.expose('connection', { type: ConnectionStatus, description: 'How it is reached.' }),
    lastSyncAt: t.expose('lastSyncAt', { type: 'DateTime', nullable: true, description: 'When it was last read; null for never.' }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the last sync failed; null where it did not.' }),
  }),
});

builder.queryField('integrations', (t) =>
  t.field({
    type: [Integration],
    description: 'Where the outside services stand.',
    resolve: async (_root, _args, { services }) => [...(await services.integrations.list())],
  }),
);
