import type { Deps } from '../deps.ts';

export const PROVIDERS = ['shopify', 'callrail'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How an outside service is reached: its real interface, the small built-in one of the demo world, or not at all. */
export type Connection = 'connected' | 'demo' | 'not_configured';

export interface IntegrationStatus {
  readonly provider: Provider;
  readonly connection: Connection;
  readonly lastSyncAt: Date | null;
  /** Why the last sync failed; null where it did not. */
  readonly lastError: string | null;
}

interface IntegrationDeps extends Pick<Deps, 'db'> {
  readonly connections: Readonly<Record<Provider, Connection>>;
}

export type Integrations = ReturnType<typeof createIntegrations>;

/** Where the outside services stand. */
export const createIntegrations = ({ db, connections }: IntegrationDeps) => ({
  list: async (): Promise<readonly IntegrationStatus[]> => {
    const states = await db.prisma.integrationState.findMany();
    const known = new Map(states.map((state) => [state.provider, state]));
    return PROVIDERS.map((provider) => ({
      provider,
      connection: connections[provider],
      lastSyncAt: known.get(provider)?.lastSyncAt ?? null,
      lastError: known.get(provider)?.lastError ?? null,
    }));
  },
});
